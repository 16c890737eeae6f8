const BESIDE = 240;
const SCREEN = 800; // a taller picture has its switches above it

/** Mount the grid of heads. */
export default function heads(component) {
  return mount(component, createGrid);
}

function createGrid(root, send) {
  const parts = gridParts(root);
  const state = { data: null, layout: null, painted: "", here: null, tapped: "", later: 0 };
  const at = { layer: 0, head: 0, row: 0, column: 0 };
  const view = { parts, state, at, root };
  const open = (layer, head) => {
    state.data = { ...state.data, layer, head };
    placeRing(parts.open, state.layout, layer, head, 3);
    send("open", [layer, head]);
  };
  const choose = (field, value) => {
    // The picture follows at once, the address when Python has heard of it.
    state.data = { ...state.data, marks: { ...state.data.marks, [field]: value } };
    redraw(view, false);
    parts.marks.update(state.data);
    send(field, value ?? "");
  };
  parts.marks = markControls(choose);
  parts.words.append(parts.marks.node);
  listenPointer(view, open);
  listenKeys(view, open);
  const stop = watch(root, () => redraw(view, true));
  const close = () => (stop(), parts.live.close(), clearTimeout(state.later));
  return { update: (data) => receive(view, data), close };
}

function gridParts(root) {
  const [title, axes, keys] = [el("h2"), el("span", { class: "axes" }), el("p", { class: "hidden", id: "keys" })];
  const canvas = el("canvas", { "aria-hidden": "true" });
  const [open, here] = [el("i", { class: "ring open" }), el("i", { class: "ring here", hidden: true })];
  const plate = el(
    "div",
    { class: "plate", tabindex: 0, role: "application", "aria-describedby": "keys" },
    canvas, open, here,
  );
  const [read, legend, table, live] = [readout(), gridLegend(), el("div", { class: "hidden" }), announcer()];
  const head = el("div", { class: "title" }, title, axes);
  const words = el("div", { class: "words" }, read.node, legend.node);
  const stage = el("div", { class: "stage" }, plate, words);
  const node = el("div", { class: "grid" }, head, stage, keys, table, live.node);
  root.append(node);
  return { node, title, axes, keys, canvas, open, here, plate, words, read, legend, table, live };
}

function gridLegend() {
  const mark = el("i", { class: "mark", hidden: true });
  const ramp = el("span", { class: "ramp", "aria-hidden": "true" }, mark);
  const [scale, barred, pooled] = [el("span"), el("span"), el("span")];
  const swatch = el("span", { class: "barred" }, el("i", { class: "swatch", "aria-hidden": "true" }), barred);
  const node = el("div", { class: "legend" }, "0", ramp, "1", scale, swatch, pooled);
  return { node, mark, ramp, scale, barred, pooled, swatch };
}

function receive(view, data) {
  const { parts, state, root } = view;
  const fresh = state.data?.body !== data.body || state.data?.words.lang !== data.words.lang;
  const pair = [data.query, data.key].join();
  const moved = fresh || pair !== state.pair;
  Object.assign(state, { data, pair });
  if (fresh) write(parts, data);
  if (fresh) parts.marks.update(data);
  redraw(view, fresh);
  if (!moved) return;
  show(view, state.here);
  clearTimeout(state.later);
  state.later = setTimeout(() => {
    parts.table.replaceChildren(...(data.key === null ? [] : [twin(data)]));
  }, 100);
  setAttribute(root, "data-ready", "true");
}

function write(parts, data) {
  const { words, n_layers, n_heads, step } = data;
  setText(parts.title, filled(words.title, { count: n_layers * n_heads }));
  setText(parts.keys, words.keys);
  setAttribute(parts.plate, "aria-label", filled(words.title, { count: n_layers * n_heads }));
  setText(parts.legend.scale, words.scale);
  const barred = data.body.includes(MASKED);
  setText(parts.legend.barred, barred ? words.may_not_look : "");
  parts.legend.swatch.hidden = !barred;
  setText(parts.legend.pooled, step > 1 ? filled(words.pooled, { step }) : "");
}

/** Paint again where the data, the room or the theme has changed; move the rings in any case. */
function redraw({ parts, state, root }, fresh) {
  if (!state.data || !root.clientWidth) return;
  const colours = palette(root);
  const { marks, n_layers, n_heads } = state.data;
  const asked = marks && [marks.filter, marks.sort, marks.ranks].join(":");
  const ratio = resolutionOf(root);
  const wanted = [root.clientWidth, ratio, colours.ramp, colours.bg, asked].join();
  if (fresh || wanted !== state.painted) {
    state.painted = wanted;
    const order = marks ? sortedHeads(marks, n_layers * n_heads) : null;
    state.layout = gridLayout(root.clientWidth, ratio, state.data, order);
    paintGrid(parts.canvas, state.layout, state.data, colours);
    setText(parts.axes, order ? state.data.words.sorted : state.data.words.axes);
    parts.legend.ramp.style.background = rampGradient(colours.ramp);
    const free = root.clientWidth - state.layout.width / state.layout.ratio;
    parts.node.classList.toggle("beside", free >= BESIDE);
    parts.node.classList.toggle("tall", state.layout.height / state.layout.ratio > SCREEN);
  }
  placeRing(parts.open, state.layout, state.data.layer, state.data.head, 3);
  if (state.here) placeRing(parts.here, state.layout, state.here.layer, state.here.head, 2);
}

/** Put a ring of some thickness around a head. */
function placeRing(ring, layout, layer, head, thick) {
  const { ratio, size } = layout;
  const [x, y] = spot(layout, layer, head).map((edge) => edge / ratio - thick);
  ring.style.transform = `translate(${x}px, ${y}px)`;
  ring.style.width = ring.style.height = `${size / ratio + 2 * thick}px`;
}

/** Show what a place says, or the hint when there is none. */
function show({ parts, state }, here) {
  const inside = here && here.layer < state.data.n_layers && here.head < state.data.n_heads
    && (here.row === null || (here.row < state.data.rows && here.column < state.data.columns));
  state.here = inside ? here : null;
  parts.here.hidden = !inside;
  if (inside) placeRing(parts.here, state.layout, here.layer, here.head, 2);
  parts.read.say(state.data, state.here);
  const value = inside && here.row !== null ? cellValue(state.data, here) : MASKED;
  parts.legend.mark.hidden = value === MASKED;
  if (value !== MASKED) parts.legend.mark.style.left = `calc(${value / 10}% - 1px)`;
}
