const COLUMN = 64;
const LAYER = 52;
const FOOT = 34;
const TOP = 18;
const SVG_SPACE = "http://www.w3.org/2000/svg";

function shape(tag, attributes, text) {
  const node = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Give the size of a picture and where a node of it lies. */
function plan(way, labels, width) {
  const column = Math.max(COLUMN, Math.min(104, width / labels.length));
  const height = TOP + way.n_layers * LAYER + FOOT;
  const at = ([layer, position]) => [(position + 0.5) * column, height - FOOT - layer * LAYER];
  return { column, height, width: column * labels.length, at };
}

/** Give the pale connections of a network that could have been taken. */
function connections(way, labels) {
  const [n, last] = [labels.length, way.stops.at(-1)[1]];
  const every = Array.from({ length: n }, (_, i) => i);
  if (way.kind === "attention") return every.map((i) => [[0, i], [1, last]]);
  if (way.kind === "rnn")
    return every.flatMap((i) => [[[0, i], [1, i]], ...(i ? [[[1, i - 1], [1, i]]] : [])]);
  return way.stops.slice(1).flatMap(([layer, to]) =>
    [0, 1, 2].map((k) => to - k * 3 ** (layer - 1)).filter((from) => from >= 0)
      .map((from) => [[layer - 1, from], [layer, to]]));
}

/** Draw one network: words below, its layers above them, the way taken in ink. */
function drawWay(way, labels, width, name) {
  const { column, height, width: wide, at } = plan(way, labels, width);
  const node = shape("svg", { width: wide, height, viewBox: `0 0 ${wide} ${height}`, role: "img", "aria-label": name });
  const line = (from, to, kind) => {
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    node.append(shape("line", { class: kind, x1, y1, x2, y2 }));
  };
  connections(way, labels).forEach(([from, to]) => line(from, to, "pale"));
  for (let layer = 0; layer <= way.n_layers; layer++)
    labels.forEach((_, i) => {
      const [cx, cy] = at([layer, i]);
      node.append(shape("circle", { class: "node", cx, cy, r: 4 }));
    });
  way.stops.slice(1).forEach((stop, i) => line(way.stops[i], stop, "taken"));
  const [first, last] = [way.stops[0][1], way.stops.at(-1)[1]];
  labels.forEach((label, i) => {
    const role = i === first ? "key" : i === last ? "query" : "";
    const room = Math.floor(column / 9);
    const shown = [...label].length > room ? `${[...label].slice(0, room - 1).join("")}…` : label;
    node.append(shape("text", { class: role, x: (i + 0.5) * column, y: height - 8, "text-anchor": "middle" }, shown));
  });
  const [cx, cy] = at(way.stops[0]);
  const dot = shape("circle", { class: "dot", cx: 0, cy: 0, r: 8 });
  node.append(dot);
  const go = (i) => {
    const [x, y] = at(way.stops[i]);
    dot.style.transform = `translate(${x}px, ${y}px)`;
  };
  dot.style.transform = `translate(${cx}px, ${cy}px)`;
  return { node, go };
}
