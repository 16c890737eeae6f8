const SVG = "http://www.w3.org/2000/svg";

/** Give the largest length of any number in some vectors, so that combs can share one scale. */
function peak(...vectors) {
  let most = 1e-9;
  for (const vector of vectors) for (const x of vector) most = Math.max(most, Math.abs(x));
  return most;
}

/** Give a number with fixed places, U+2212 for minus, and the sign of infinity. */
function fmt(value, places = 4) {
  if (Number.isFinite(value)) return digits(value, places);
  return Number.isNaN(value) ? "NaN" : `${value < 0 ? "\u2212" : ""}\u221e`;
}

/** Give a number as it stands in a sum or a product: a negative one in brackets. */
function bracketed(value, places = 4) {
  const text = fmt(value, places);
  return text.startsWith("\u2212") ? `(${text})` : text;
}

/** Give all digits of a number: the fewest that name a float32, or those of a float64. */
function allDigits(value) {
  if (!Number.isFinite(value)) return fmt(value);
  const short = [6, 7, 8, 9].map((n) => Number(value.toPrecision(n)));
  const found = Math.fround(value) === value && short.find((x) => Math.fround(x) === value);
  return String(found === false || found === undefined ? value : found).replaceAll("-", "\u2212");
}

/** Give the outline of a comb's bars, one for each number; only those of one sign if asked. */
function combPath(vector, max, gap, sign) {
  let path = "";
  for (let i = 0; i < vector.length; i++) {
    if (sign && Math.sign(vector[i]) !== sign) continue;
    const top = (1 - vector[i] / max).toFixed(4);
    path += `M${(i + gap).toFixed(2)} 1V${top}H${(i + 1 - gap).toFixed(2)}V1Z`;
  }
  return path;
}

/**
 * Draw a vector as a comb: one bar per dimension, up is positive, down is negative.
 * `role` colours it: query, key, value, weight, x, or signed (two colours). `ghost` leaves pale bars
 * where they were, for a comb whose bars (`.bars`) are then shrunk by a transform.
 */
function comb(vector, { role = "x", max = peak(vector), height = 28, gap, ghost = false, name = "" } = {}) {
  const space = gap ?? (vector.length > 160 ? 0 : 0.16);
  const node = svg("svg", { class: `comb ${role}`, preserveAspectRatio: "none", height });
  setAttribute(node, "viewBox", `0 0 ${vector.length} 2`);
  if (name) for (const [key, value] of [["role", "img"], ["aria-label", name]]) setAttribute(node, key, value);
  else setAttribute(node, "aria-hidden", "true");
  const draw = (kind, sign) => node.append(svg("path", { class: kind, d: combPath(vector, max, space, sign) }));
  if (ghost) draw("ghost", 0);
  if (role === "signed") draw("bars", 1), draw("bars minus", -1);
  else draw("bars", 0);
  node.append(svg("line", { class: "base", x1: 0, x2: vector.length, y1: 1, y2: 1 }));
  return node;
}

function svg(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** Tell which bar of a comb lies under a pointer. */
function barAt(node, event, n) {
  const box = node.getBoundingClientRect();
  const place = Math.floor(((event.clientX - box.left) / box.width) * n);
  return Math.min(n - 1, Math.max(0, place));
}
