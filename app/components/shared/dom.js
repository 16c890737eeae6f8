/** Make an element; `on…` attributes listen, `null` and `false` ones are left out. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Set a node's text where it differs, so that an unchanged line costs nothing. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set or remove an attribute where it differs. */
function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Tell how many times larger than usual a page shows a node: one that is presented enlarges it. */
function enlarged(node) {
  return node.currentCSSZoom ?? 1;
}

/** Give where a pointer is in a node, in the node's own pixels. */
function within(node, event) {
  const box = node.getBoundingClientRect();
  const zoom = enlarged(node);
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
}

/** Tell how many of the screen's pixels one of a node's own is wide. */
function resolutionOf(node) {
  return (devicePixelRatio || 1) * enlarged(node);
}

/** Give a number as people write it: fixed places, U+2212 for minus, no negative zero. */
function digits(value, places) {
  const text = value.toFixed(places);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "\u2212");
}

/** Give thousandths, as they were sent, with three places. */
function thousandths(value) {
  return digits(value / 1000, 3);
}

const SLOT = /\{(\w+)\}/;

/** Fill the {named} places of a template with plain text. */
function filled(template, values) {
  return template.split(SLOT).map((part, i) => (i % 2 ? String(values[part] ?? "") : part)).join("");
}

/**
 * Make a sentence from a template once; `say(values)` then fills its places.
 * {query}, {key} and {weight} wear their colours, {plain …} names stay plain.
 */
function sentence(template) {
  const node = el("span");
  const places = [];
  template.split(SLOT).forEach((part, i) => {
    if (i % 2 === 0) return node.append(part);
    const slot = el("bdi");
    places.push([part, slot]);
    node.append(el("b", { class: part }, slot));
  });
  const say = (values) => places.forEach(([name, slot]) => setText(slot, String(values[name])));
  return { node, say };
}

/** Make a line for screen readers that speaks at most every 400 ms, always the newest text. */
function announcer() {
  const node = el("div", { class: "hidden", "aria-live": "polite", role: "status" });
  let timer = 0;
  let next = "";
  const speak = () => {
    timer = 0;
    setText(node, next);
  };
  const say = (text) => {
    next = text;
    timer ||= setTimeout(speak, 400);
  };
  return { node, say, close: () => clearTimeout(timer) };
}
