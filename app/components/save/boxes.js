const CLEAR = /^(transparent|rgba\(.*, 0\))$/;
const RING = /^(rgba?\([^)]*\)|color\([^)]*\)) 0px 0px 0px ([\d.]+)px( inset)?$/;

/** Make a shape of a drawing. */
function shape(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Give a length with two decimals at most. */
function px(value) {
  return String(Math.round(value * 100) / 100);
}

function rectangle(box, radius, paint) {
  const place = { x: px(box.left), y: px(box.top), width: px(box.width), height: px(box.height) };
  return shape("rect", { ...place, ...(radius ? { rx: px(radius) } : {}), ...paint });
}

/** Draw what an element shows of its own: ground, border, ring and outline. */
function boxOf(style, box, draft) {
  const found = [];
  const side = Math.min(box.width, box.height) / 2;
  const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, side);
  if (!CLEAR.test(style.backgroundColor)) found.push(rectangle(box, radius, { fill: style.backgroundColor }));
  const ground = groundOf(style.backgroundImage, box, draft);
  if (ground) found.push(rectangle(box, radius, { fill: ground }));
  found.push(...bordersOf(style, box, radius));
  const ring = RING.exec(style.boxShadow);
  if (ring) found.push(framed(box, radius, ring[1], Number(ring[2]), ring[3] ? -0.5 : 0.5));
  if (style.outlineStyle === "solid" && parseFloat(style.outlineWidth)) {
    const [width, gap] = [parseFloat(style.outlineWidth), parseFloat(style.outlineOffset)];
    found.push(framed(box, radius, style.outlineColor, width, 0.5 + gap / width));
  }
  return found;
}

/** Draw a line around a box, so many of its widths outside. */
function framed(box, radius, stroke, width, out) {
  const by = width * out;
  const wide = { left: box.left - by, top: box.top - by, width: box.width + 2 * by, height: box.height + 2 * by };
  return rectangle(wide, radius, { fill: "none", stroke, "stroke-width": width });
}

function bordersOf(style, box, radius) {
  const edges = ["Top", "Right", "Bottom", "Left"].map((name) => ({
    width: style[`border${name}Style`] === "none" ? 0 : parseFloat(style[`border${name}Width`]),
    colour: style[`border${name}Color`],
    dash: { dashed: "4 3", dotted: "1.5 2.5" }[style[`border${name}Style`]],
  }));
  const [first] = edges;
  const same = edges.every((edge) => edge.width === first.width && edge.colour === first.colour);
  if (same && first.width && !CLEAR.test(first.colour)) return [framed(box, radius, first.colour, first.width, -0.5)];
  const { left, top, right, bottom } = box;
  const ends = [[left, top, right, top], [right, top, right, bottom], [left, bottom, right, bottom], [left, top, left, bottom]];
  return edges.flatMap((edge, i) => {
    if (!edge.width || CLEAR.test(edge.colour)) return [];
    const [x1, y1, x2, y2] = ends[i];
    const by = (edge.width / 2) * (i === 0 || i === 3 ? 1 : -1);
    const [dx, dy] = i % 2 ? [by, 0] : [0, by];
    const line = { x1: px(x1 + dx), y1: px(y1 + dy), x2: px(x2 + dx), y2: px(y2 + dy) };
    const dash = edge.dash ? { "stroke-dasharray": edge.dash } : {};
    return [shape("line", { ...line, stroke: edge.colour, "stroke-width": edge.width, ...dash })];
  });
}

/** Give the name of a gradient or a hatching that fills a box, or null. */
function groundOf(image, box, draft) {
  const stops = [...image.matchAll(/(rgba?\([^)]*\)|color\([^)]*\))(?: ([\d.]+)(%|px))?/g)];
  if (!image.includes("linear-gradient") || stops.length < 2) return null;
  const id = `${draft.name}-${draft.n++}`;
  if (image.startsWith("repeating")) {
    const tile = { id, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
    const line = { x1: 0, y1: 0, x2: 0, y2: 5, stroke: stops[0][1], "stroke-width": 1.5 };
    draft.defs.append(shape("pattern", tile, shape("line", line)));
    return `url(#${id})`;
  }
  const upright = /to (top|bottom)|180deg/.test(image) || !/(to \w+|deg)/.test(image);
  const gradient = shape("linearGradient", { id, ...(upright ? { x2: 0, y2: 1 } : {}) });
  stops.forEach(([, colour, at, unit], i) => {
    const length = upright ? box.height : box.width;
    const share = at === undefined ? i / (stops.length - 1) : at / (unit === "px" ? length : 100);
    gradient.append(shape("stop", { offset: px(Math.min(1, share)), "stop-color": colour }));
  });
  draft.defs.append(gradient);
  return `url(#${id})`;
}
