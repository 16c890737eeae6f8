/** Mount the lines of one head. */
export default function columns(component) {
  return mount(component, createLines);
}

function createLines(root, send) {
  const view = { root, parts: linesParts(root), data: null, over: null, painted: "", words: null };
  const choose = ({ side, index }) => {
    view.data = { ...view.data, [side]: index };
    view.over = null;
    redraw(view);
    send("pick", [side, index]);
  };
  listenPointer(view, choose);
  listenKeys(view, choose);
  const stop = watch(root, () => redraw(view, true));
  const update = (data) => {
    const fresh = data.body !== view.data?.body;
    view.data = data;
    if (view.over && view.over.index >= columnOf(data, view.over.side).length) view.over = null;
    if (data.words !== view.words) write(view);
    redraw(view, fresh);
  };
  return { update, close: () => (stop(), view.parts.live.close()) };
}

function linesParts(root) {
  const [back, front] = [el("canvas"), el("canvas", { class: "front" })];
  const keys = el("p", { class: "hidden", id: "keys" });
  const cursor = el("i", { class: "cursor" });
  const attributes = { class: "plate", tabindex: 0, role: "application", "aria-describedby": "keys" };
  const plate = el("div", attributes, back, front, cursor);
  const [read, live] = [el("p", { class: "readout" }), announcer()];
  root.append(el("div", { class: "lines" }, plate, read, keys, live.node));
  return { back, front, plate, cursor, read, keys, live };
}

function write(view) {
  const { parts, data } = view;
  view.words = data.words;
  const names = ["gives", "masked", "gives_rescaled"];
  view.lines = Object.fromEntries(names.map((name) => [name, sentence(data.words[name])]));
  const idle = el("span", { class: "second idle" }, data.words.idle);
  view.lines.idle = { node: idle, say: () => undefined };
  parts.read.replaceChildren(...["idle", ...names].map((name) => view.lines[name].node));
  setText(parts.keys, data.words.keys);
  setAttribute(parts.plate, "aria-label", data.words.label);
}

/** Give the row and the key in view: those pointed at, else those chosen. */
function focusOf({ over, data }) {
  return {
    query: over?.side === "query" ? over.index : data.query,
    key: over?.side === "key" ? over.index : data.key,
  };
}

/** Paint what has changed: hints for new data, room or theme; the row and labels in any case. */
function redraw(view, fresh = false) {
  const { root, parts, data } = view;
  if (!data || !root.clientWidth) return;
  const colours = palette(root);
  const wanted = [root.clientWidth, resolutionOf(root), colours.ramp, colours.bg].join();
  if (fresh || wanted !== view.painted) {
    view.painted = wanted;
    view.layout = linesLayout(root, colours, data);
    paintHints(parts.back, view.layout, data, colours);
  }
  const { context } = fit(parts.front, view.layout.width, view.layout.height);
  context.clearRect(0, 0, view.layout.width, view.layout.height);
  const focus = focusOf(view);
  paintRow(context, view.layout, data, colours, focus.query);
  paintLabels(context, view.layout, data, colours, focus);
  placeCursor(view);
  read(view, focus);
}

function placeCursor({ parts, layout, over, data }) {
  const { side, index } = over ?? { side: "query", index: data.query };
  const height = Math.max(20, layout.pitch - 4);
  const x = side === "query" ? layout.left - 12 - layout.label - 6 : layout.right + 6;
  const y = tokenY(layout, index) - height / 2;
  parts.cursor.style.transform = `translate(${Math.max(0, x)}px, ${y}px)`;
  Object.assign(parts.cursor.style, { width: `${layout.label + 12}px`, height: `${height}px` });
}

/** Say the pair in view below the picture; a rescaled number never takes the model's own place. */
function read({ data, lines }, focus) {
  const { kind, values } = pairFacts(data, focus);
  for (const [name, line] of Object.entries(lines)) line.node.hidden = name !== kind;
  lines[kind].say(values);
}

/** Give the labels of one column. */
function columnOf(data, side) {
  return side === "query" ? data.labels : data.keys.labels;
}

function pairFacts(data, { query, key }) {
  if (key === null) return { kind: "idle", values: {} };
  const own = data.body[query * data.keys.labels.length + key];
  const values = { query: data.labels[query], key: data.keys.labels[key] };
  if (own === MASKED) return { kind: "masked", values };
  values.weight = thousandths(own);
  const shown = drawn(data, query, key);
  if (data.mode !== "rescale" || shown === null) return { kind: "gives", values };
  return { kind: "gives_rescaled", values: { ...values, rescaled: thousandths(shown) } };
}

function listenPointer(view, choose) {
  const { plate, back } = view.parts;
  const last = { x: 0, y: 0, frame: 0 };
  const look = () => {
    last.frame = 0;
    const over = view.layout && tokenAt(view.layout, last.x, last.y);
    if (over?.side === view.over?.side && over?.index === view.over?.index) return;
    view.over = over;
    redraw(view);
  };
  const follow = (event) => {
    Object.assign(last, within(back, event));
  };
  plate.addEventListener("pointermove", (event) => {
    follow(event);
    last.frame ||= requestAnimationFrame(look);
  });
  plate.addEventListener("pointerleave", () => {
    cancelAnimationFrame(last.frame);
    last.frame = 0;
    view.over = null;
    redraw(view);
  });
  plate.addEventListener("click", (event) => {
    follow(event);
    const under = view.layout && tokenAt(view.layout, last.x, last.y);
    if (under) choose(under);
  });
}

function listenKeys(view, choose) {
  const { plate, live } = view.parts;
  plate.addEventListener("blur", () => ((view.over = null), redraw(view)));
  plate.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = view.over ?? { side: "query", index: view.data.query };
    const chosen = event.key === "Enter" || event.key === " ";
    const next = tokenAfter(view.data, at, event.key);
    if (!chosen && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (chosen) return event.repeat || choose(at);
    view.over = next;
    redraw(view);
    const { kind, values } = pairFacts(view.data, focusOf(view));
    const row = filled(view.data.words.row, { token: columnOf(view.data, next.side)[next.index] });
    live.say(kind === "idle" ? row : filled(view.data.words[kind], values));
  });
}

/** Give the place an arrow key leads to: up and down a column, across to the other. */
function tokenAfter(data, { side, index }, pressed) {
  const { query, key } = data;
  const last = columnOf(data, side).length - 1;
  const moves = {
    ArrowUp: { side, index: Math.max(0, index - 1) },
    ArrowDown: { side, index: Math.min(last, index + 1) },
    ArrowLeft: { side: "query", index: side === "query" ? index : query },
    ArrowRight: { side: "key", index: side === "key" ? index : key ?? Math.min(index, data.keys.labels.length - 1) },
    Home: { side, index: 0 },
    End: { side, index: last },
  };
  return moves[pressed];
}
