const views = new WeakMap();

/**
 * Mount a view at its place once; when Python runs again, bring the same view up to date.
 * `create(root, send)` gives `{update(data), close()}`.
 */
function mount(component, create) {
  const place = component.parentElement;
  const held = views.get(place) ?? open(place, create);
  held.component = component;
  held.calls += 1;
  const call = held.calls;
  dress(held.root, place.host ?? place);
  if (held.raw === null || !same(held.raw, component.data)) {
    held.raw = component.data;
    Object.assign(held.root, { received: component.data, source: import.meta.url }); // for who takes the view along
    held.data = unpack(component.data);
    setAttribute(held.root, "lang", held.data.words.lang);
  }
  held.view.update(held.data);
  // A call overtaken by a newer one is cleaned up late: only the newest may close the view.
  return () => held.calls === call && shut(place, held);
}

function open(place, create) {
  const root = el("div", { class: "am" });
  const held = { root, component: null, calls: 0, raw: null, data: null, view: null };
  dress(root, place.host ?? place);
  place.append(root);
  held.view = create(root, (event, value) => held.component.setTriggerValue(event, value));
  views.set(place, held);
  return held;
}

function shut(place, held) {
  held.view.close();
  held.root.remove();
  views.delete(place);
}

/** Tell whether two messages are the same, so that unchanged arrays keep their identity. */
function same(a, b) {
  if (a === b) return true;
  if (!(a instanceof Uint8Array && b instanceof Uint8Array) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Take a message apart: the JSON head's fields, and the uint16 values behind it as `body`. */
function unpack(message) {
  if (!(message instanceof Uint8Array)) return message;
  const length = new DataView(message.buffer, message.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(message.subarray(4, 4 + length)));
  return { ...head, body: new Uint16Array(message.slice(4 + length).buffer) };
}

/** Give the root Streamlit's theme and font, with fonts that know Chinese before the generic one. */
function dress(root, host) {
  const style = getComputedStyle(host);
  const dark = brightness(style.getPropertyValue("--st-background-color").trim() || "#fff") < 0.5;
  setAttribute(root, "data-theme", dark ? "dark" : "light");
  const own = style.getPropertyValue("--st-font").replace(/,?\s*sans-serif\s*$/, "").trim();
  const known = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
  root.style.setProperty("--font", own ? `${own}, ${known}` : known);
}

/** Give the brightness of a CSS colour, 0 to 1. */
function brightness(colour) {
  const [r, g, b] = rgb(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** Give red, green and blue of any opaque CSS colour. */
function rgb(colour) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.fillStyle = colour;
  return [1, 3, 5].map((i) => parseInt(context.fillStyle.slice(i, i + 2), 16));
}

/** Call back when the root's width, the screen's resolution or the fonts change. */
function watch(root, changed) {
  let width = root.clientWidth;
  const resized = new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    changed();
  });
  const stop = new AbortController();
  const resolution = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const moved = () => (changed(), resolution());
    query.addEventListener("change", moved, { once: true, signal: stop.signal });
  };
  resolution();
  resized.observe(root);
  document.fonts.addEventListener("loadingdone", changed, { signal: stop.signal });
  return () => (resized.disconnect(), stop.abort());
}
