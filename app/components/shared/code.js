/** Draw a QR code: black on white in both themes, since readers expect it so. */
function drawCode(code, alt) {
  const svg = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const size = code.side;
  const attributes = { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": alt, class: "code", "shape-rendering": "crispEdges" };
  const node = svg("svg", attributes);
  node.append(svg("rect", { width: size, height: size, fill: "#ffffff" }), svg("path", { d: code.path, fill: "#000000" }));
  return node;
}
