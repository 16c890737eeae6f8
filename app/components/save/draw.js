const KEPT = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "text-anchor", "dominant-baseline", "font-family", "font-size", "font-weight",
  "letter-spacing", "stop-color", "vector-effect", "image-rendering", "clip-path", "paint-order",
];
const USUAL = {
  "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1", "stroke-dasharray": "none",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1", "text-anchor": "start", "dominant-baseline": "auto",
  "letter-spacing": "normal", "vector-effect": "none", "image-rendering": "auto", "clip-path": "none", "paint-order": "normal",
};

/**
 * Draw parts of the page as one SVG, as they stand there now: text stays text, boxes become shapes.
 * Give the drawing and its size in CSS pixels.
 */
function drawing(nodes, name) {
  const draft = { name, n: 0, defs: shape("defs", {}), left: Infinity, top: Infinity, right: 0, bottom: 0 };
  const all = shape("g", {});
  const close = unroll(nodes);
  try {
    for (const node of nodes) visit(node, all, draft);
  } finally {
    close();
  }
  all.setAttribute("transform", `translate(${px(-draft.left)} ${px(-draft.top)})`);
  const found = all.childElementCount > 0 && draft.right > draft.left;
  return found ? { all, defs: draft.defs, width: draft.right - draft.left, height: draft.bottom - draft.top } : null;
}

/** Let everything that scrolls stand open, and give what rolls it up again: no frame is drawn between. */
function unroll(nodes) {
  const changed = [];
  for (const node of nodes.flatMap(nodesIn)) {
    const style = getComputedStyle(node);
    if (!/auto|scroll/.test(style.overflowX + style.overflowY)) continue;
    changed.push([node, node.getAttribute("style"), node.scrollLeft, node.scrollTop]);
    node.style.cssText += ";overflow:visible!important;max-height:none!important;mask-image:none!important";
  }
  return () => {
    for (const [node, style, left, top] of changed) {
      setAttribute(node, "style", style);
      Object.assign(node, { scrollLeft: left, scrollTop: top });
    }
  };
}

/** Give an element and all below it, inside of components too. */
function nodesIn(node) {
  const below = [...(node.shadowRoot ?? node).children].flatMap(nodesIn);
  return [node, ...(node.shadowRoot ? [...node.children].flatMap(nodesIn) : []), ...below];
}

function put(parent, draft, box, ...shapes) {
  if (!shapes.length) return;
  parent.append(...shapes);
  draft.left = Math.min(draft.left, box.left);
  draft.top = Math.min(draft.top, box.top);
  draft.right = Math.max(draft.right, box.right);
  draft.bottom = Math.max(draft.bottom, box.bottom);
}

function visit(node, parent, draft) {
  if (node.nodeType === Node.TEXT_NODE) return write(node, parent, draft);
  if (node.nodeType !== Node.ELEMENT_NODE || /^(STYLE|SCRIPT|TEMPLATE)$/.test(node.tagName)) return;
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  if (style.display === "none" || style.opacity === "0" || isApart(style, box)) return;
  const into = grouped(node, style, box, parent, draft);
  if (style.visibility === "visible") {
    if (box.width && box.height) put(into, draft, box, ...boxOf(style, box, draft), ...markers(node, box, draft));
    if (node instanceof SVGSVGElement) return put(into, draft, box, copied(node, box));
    if (node instanceof HTMLCanvasElement || node instanceof HTMLImageElement)
      return put(into, draft, box, pixels(node, box));
    if (node instanceof HTMLMeterElement) return put(into, draft, box, ...gauge(node, style, box));
  }
  for (const child of (node.shadowRoot ?? node).childNodes) visit(child, into, draft);
}

/** Tell whether something is there for screen readers only, or for those who can click. */
function isApart(style, box) {
  if (style.getPropertyValue("--apart")) return true;
  return style.clipPath === "inset(50%)" || (box.width <= 1 && box.height <= 1 && style.overflow === "hidden");
}

/** Open a group where an element is see-through or cuts off what is inside. */
function grouped(node, style, box, parent, draft) {
  const cuts = /hidden|clip/.test(style.overflowX + style.overflowY)
    && (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight);
  if (style.opacity === "1" && !cuts) return parent;
  const group = shape("g", style.opacity === "1" ? {} : { opacity: style.opacity });
  if (cuts) {
    const id = `${draft.name}-${draft.n++}`;
    draft.defs.append(shape("clipPath", { id }, rectangle(box, 0, {})));
    group.setAttribute("clip-path", `url(#${id})`);
  }
  parent.append(group);
  return group;
}

/** Draw the lines that a style sheet puts over an element. */
function markers(node, box, draft) {
  return ["::before", "::after"].flatMap((name) => {
    const style = getComputedStyle(node, name);
    if (style.content === "none" || style.position !== "absolute" || style.visibility === "hidden") return [];
    const [left, top] = [box.left + parseFloat(style.left), box.top + parseFloat(style.top)];
    const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
    if (![left, top, width, height].every(Number.isFinite)) return [];
    return boxOf(style, { left, top, width, height, right: left + width, bottom: top + height }, draft);
  });
}

/** Copy a picture that is an SVG already, with the style it has from the page. */
function copied(node, box) {
  const copy = node.cloneNode(true);
  const [from, to] = [node, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((old, i) => dressed(old, to[i]));
  const place = { x: px(box.left), y: px(box.top), width: px(box.width), height: px(box.height) };
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
  if (getComputedStyle(node).overflow === "visible") copy.setAttribute("overflow", "visible");
  return copy;
}

function dressed(old, copy) {
  const style = getComputedStyle(old);
  if (style.display === "none") return copy.remove();
  const kept = KEPT.filter((name) => style.getPropertyValue(name) !== USUAL[name]);
  const lines = kept.map((name) => `${name}:${style.getPropertyValue(name)}`);
  if (style.visibility === "hidden") lines.push("visibility:hidden");
  if (style.transform !== "none" && !old.hasAttribute("transform"))
    lines.push(`transform:${style.transform}`, `transform-origin:${style.transformOrigin}`, `transform-box:${style.transformBox}`);
  for (const name of ["class", "tabindex", "role"]) copy.removeAttribute(name);
  copy.setAttribute("style", lines.join(";"));
}

function pixels(node, box) {
  let source = node;
  if (node instanceof HTMLImageElement) {
    source = Object.assign(document.createElement("canvas"), { width: 2 * box.width, height: 2 * box.height });
    source.getContext("2d").drawImage(node, 0, 0, source.width, source.height);
  }
  const place = { x: px(box.left), y: px(box.top), width: px(box.width), height: px(box.height) };
  return shape("image", { ...place, preserveAspectRatio: "none", href: source.toDataURL("image/png") });
}

/** Draw a meter: its inside belongs to the browser. */
function gauge(node, style, box) {
  const colour = (name) => style.getPropertyValue(`--${name}`).trim() || style.color;
  const full = { ...box.toJSON(), width: (box.width * (node.value - node.min)) / (node.max - node.min) };
  const fill = node.classList.contains("weight") ? "weight" : "second";
  return [rectangle(box, 2, { fill: colour("panel") }), rectangle(full, 2, { fill: colour(fill) })];
}
