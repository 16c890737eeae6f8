const ECHO = 2000; // milliseconds in which an answer to a stroke may be on its way

/** Mount the map to paint on. */
export default function painter(component) {
  return mount(component, createPainter);
}

function createPainter(root, send) {
  const keys = el("p", { class: "hidden", id: "keys" });
  const axes = el("p", { class: "axes" });
  const board = el("div", { class: "board", role: "grid", "aria-describedby": "keys" });
  const clear = el("button", { type: "button", class: "clear" });
  root.append(el("div", { class: "painter" }, axes, keys, board, clear));
  const state = { data: null, on: new Set(), cells: [], focus: 0, told: -Infinity };
  const tell = () => (state.told = performance.now(), send("paint", [...state.on].map((index) => [Math.floor(index / side(state)), index % side(state)])));
  clear.addEventListener("click", () => (state.on.clear(), wear(state), tell()));
  listen(board, state, tell);
  const update = (data) => {
    const names = (one) => one && [...one.labels, "", ...one.key_labels].join("\0");
    const fresh = names(state.data) !== names(data) || state.data?.words.lang !== data.words.lang;
    state.data = data;
    const painted = new Set(data.painted.map(([query, key]) => query * data.key_labels.length + key));
    // An answer to an earlier stroke may arrive after a later one: what was just painted stays.
    if (fresh || performance.now() - state.told > ECHO) state.on = painted;
    setText(axes, data.words.axes);
    setText(keys, data.words.keys);
    setText(clear, data.words.clear);
    setAttribute(board, "aria-label", data.words.label);
    if (fresh) build(board, state);
    wear(state);
    clear.hidden = state.on.size === 0;
    setAttribute(root, "data-ready", "true");
  };
  return { update, close: () => undefined };
}

function side(state) {
  return state.data.key_labels.length;
}

function build(board, state) {
  const { labels, key_labels, words, causal } = state.data;
  board.style.setProperty("--n", key_labels.length);
  const name = (text, kind) => el("bdi", { class: `name ${kind}`, title: text, "aria-hidden": "true" }, text);
  const heads = el("div", { class: "line", role: "presentation" }, el("span"), ...key_labels.map((label) => name(label, "key")));
  state.cells = [];
  state.focus = Math.min(state.focus, labels.length * key_labels.length - 1);
  const lines = labels.map((query, row) => {
    const cells = key_labels.map((key, column) => {
      const cell = el("button", {
        type: "button", class: "cell", role: "gridcell", disabled: causal && column > row,
        "aria-label": filled(words.cell, { query, key }), tabindex: row + column ? -1 : 0,
      });
      state.cells.push(cell);
      return cell;
    });
    return el("div", { class: "line", role: "row" }, name(query, "query"), ...cells);
  });
  board.replaceChildren(heads, ...lines);
}

function wear(state) {
  state.cells.forEach((cell, index) => setAttribute(cell, "aria-selected", String(state.on.has(index))));
}

function listen(board, state, tell) {
  let stroke = null;
  const under = (event) => state.cells.indexOf(board.getRootNode().elementFromPoint(event.clientX, event.clientY));
  const put = (index) => {
    if (index < 0 || state.cells[index].disabled) return;
    if (stroke) state.on.add(index);
    else state.on.delete(index);
    wear(state);
  };
  board.addEventListener("pointerdown", (event) => {
    const index = under(event);
    if (index < 0 || state.cells[index].disabled) return;
    stroke = !state.on.has(index);
    board.setPointerCapture(event.pointerId);
    put(index);
  });
  board.addEventListener("pointermove", (event) => stroke !== null && put(under(event)));
  for (const end of ["pointerup", "pointercancel"])
    board.addEventListener(end, () => {
      if (stroke === null) return;
      stroke = null;
      tell();
    });
  board.addEventListener("keydown", (event) => {
    const index = state.cells.indexOf(event.target);
    if (index < 0) return;
    const n = side(state);
    const moves = { ArrowLeft: index % n ? -1 : 0, ArrowRight: index % n < n - 1 ? 1 : 0, ArrowUp: -n, ArrowDown: n };
    const chosen = event.key === "Enter" || event.key === " ";
    if (!chosen && !(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    if (chosen) {
      stroke = !state.on.has(index);
      put(index);
      stroke = null;
      return tell();
    }
    const next = state.cells[index + moves[event.key]];
    if (!next || next.disabled) return;
    setAttribute(state.cells[index], "tabindex", -1);
    setAttribute(next, "tabindex", 0);
    next.focus();
  });
}
