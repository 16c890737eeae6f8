const BESIDE = 240;

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
  const stage = el("div", { class: "stage" }, plate, el("div", { class: "words" }, read.node, legend.node));
  const node = el("div", { class: "grid" }, head, stage, keys, table, live.node);
  root.append(node);
  return { node, title, axes, keys, canvas, open, here, plate, read, legend, table, live };
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
  setText(parts.axes, words.axes);
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
  const wanted = [root.clientWidth, devicePixelRatio, colours.ramp, colours.bg].join();
  if (fresh || wanted !== state.painted) {
    state.painted = wanted;
    state.layout = gridLayout(root.clientWidth, devicePixelRatio, state.data);
    paintGrid(parts.canvas, state.layout, state.data, colours);
    parts.legend.ramp.style.background = rampGradient(colours.ramp);
    const free = root.clientWidth - state.layout.width / state.layout.ratio;
    parts.node.classList.toggle("beside", free >= BESIDE);
  }
  placeRing(parts.open, state.layout, state.data.layer, state.data.head, 3);
  if (state.here) placeRing(parts.here, state.layout, state.here.layer, state.here.head, 2);
}

/** Put a ring of some thickness around a head. */
function placeRing(ring, { ratio, left, top, pitch, size }, layer, head, thick) {
  const [x, y] = [(left + head * pitch) / ratio - thick, (top + layer * pitch) / ratio - thick];
  ring.style.transform = `translate(${x}px, ${y}px)`;
  ring.style.width = ring.style.height = `${size / ratio + 2 * thick}px`;
}

/** Show what a place says, or the hint when there is none. */
function show({ parts, state }, here) {
  const inside = here && here.layer < state.data.n_layers && here.head < state.data.n_heads
    && (here.row === null || Math.max(here.row, here.column) < state.data.side);
  state.here = inside ? here : null;
  parts.here.hidden = !inside;
  if (inside) placeRing(parts.here, state.layout, here.layer, here.head, 2);
  parts.read.say(state.data, state.here);
  const value = inside && here.row !== null ? cellValue(state.data, here) : MASKED;
  parts.legend.mark.hidden = value === MASKED;
  if (value !== MASKED) parts.legend.mark.style.left = `calc(${value / 10}% - 1px)`;
}

function listenPointer(view, open) {
  const { parts, state, at } = view;
  const [plate, last] = [parts.plate, { x: 0, y: 0, frame: 0 }];
  const under = () => state.layout && locate(state.layout, state.data, last.x, last.y, at);
  const look = () => {
    last.frame = 0;
    const found = under();
    plate.classList.toggle("over", Boolean(found));
    show(view, found ? at : null);
  };
  const follow = (event) => {
    const box = parts.canvas.getBoundingClientRect();
    last.x = event.clientX - box.left;
    last.y = event.clientY - box.top;
    last.frame ||= requestAnimationFrame(look);
  };
  plate.addEventListener("pointermove", follow);
  plate.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    cancelAnimationFrame(last.frame);
    last.frame = 0;
    show(view, null);
  });
  plate.addEventListener("click", (event) => {
    follow(event);
    if (!under()) return;
    const tapped = `${at.layer}.${at.head}`;
    // A finger cannot hover: its first tap reads what a mouse would read by pointing.
    if (event.pointerType !== "touch" || tapped === state.tapped) open(at.layer, at.head);
    state.tapped = tapped;
  });
}

function listenKeys(view, open) {
  const { parts, state } = view;
  const visit = (layer, head) => {
    const place = chosenCell(state.data, layer, head);
    show(view, place);
    parts.live.say(spoken(state.data, place));
  };
  parts.plate.addEventListener("focus", () => {
    if (parts.plate.matches(":focus-visible")) visit(state.data.layer, state.data.head);
  });
  parts.plate.addEventListener("blur", () => show(view, null));
  parts.plate.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { layer, head } = state.here ?? state.data;
    const chosen = event.key === "Enter" || event.key === " ";
    const next = headAfter(state.data, layer, head, event.key);
    if (!chosen && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (!chosen) visit(...next);
    else if (!event.repeat) open(layer, head);
  });
}

/** Give the head an arrow key leads to, going round at the edges. */
function headAfter({ n_layers, n_heads }, layer, head, key) {
  const round = (index, n) => (index + n) % n;
  const moves = {
    ArrowLeft: [layer, round(head - 1, n_heads)],
    ArrowRight: [layer, round(head + 1, n_heads)],
    ArrowUp: [round(layer - 1, n_layers), head],
    ArrowDown: [round(layer + 1, n_layers), head],
    Home: [layer, 0],
    End: [layer, n_heads - 1],
  };
  return moves[key];
}
