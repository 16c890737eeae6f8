const NAMES = 176;
const COLUMN = 76;

/** Mount the board of heads. */
export default function manyHeads(component) {
  return mount(component, createManyHeads);
}

function createManyHeads(root, send) {
  const state = { data: null, numbers: null, head: 0, number: 0, by: "contribution", buttons: [], painted: "", pointer: null };
  const tell = teller(send);
  const parts = layerParts(root, {
    by: (by) => {
      state.by = by;
      parts.bars.draw(state);
      mark(parts, state);
    },
    step: (by) => choose("number", by),
  });
  const choose = (what, by) => {
    const n = what === "head" ? state.data.n_heads : state.data.d_out;
    state[what] = stepped(state[what], by, n);
    parts.readout.keep("");
    if (what === "number") return showNumber(parts, state);
    openHead(parts, state);
    if (parts.board.matches(":focus-within")) state.buttons[state.head].focus();
    tell.soon(state.head);
    parts.live.say(filled(state.data.words.head, { head: state.head }));
  };
  listenKeys(parts.node, choose);
  listenClicks(parts, state, tell);
  listenPointer(parts, state);
  const stop = watch(root, () => arrange(parts, state, root));
  const close = () => (stop(), tell.forget(), parts.live.close());
  return { update: (data) => receive(parts, state, root, tell, data), close };
}

function layerParts(root, { by, step }) {
  const live = announcer();
  const [title, lead, keys] = [el("h2"), el("p", { class: "lead" }), el("p", { class: "hidden", id: "keys" })];
  const [board, bars, sum, list] = [el("div", { class: "board" }), headBars(by), sumCheck(step), arrivals()];
  const scroller = el("div", { class: "scroller" }, board, bars.node);
  const [readout, twin, unmixed] = [headReadout(live), headTable(), unmixedHeads()];
  const node = el("div", { class: "layer", role: "group", "aria-describedby": "keys" },
    title, lead, scroller, bars.said, el("hr"), sum.node, unmixed.node, el("hr"), list.node, twin.node, readout.node, keys, live.node);
  root.append(node);
  return { node, title, lead, keys, scroller, board, bars, sum, list, readout, twin, unmixed, live };
}

function receive(parts, state, root, tell, data) {
  const fresh = !sameLayer(state.data, data);
  if (fresh) tell.forget();
  if (fresh || tell.settled(data.head)) state.head = data.head;
  state.data = data;
  if (fresh) {
    state.numbers = layerNumbers(data);
    state.number = Math.min(state.number, data.d_out - 1);
    state.painted = "";
    write(parts, state);
    parts.readout.keep("");
  }
  arrange(parts, state, root);
  openHead(parts, state);
  setAttribute(root, "data-ready", "true");
}

function write(parts, state) {
  const { data, numbers } = state;
  const { words, n_heads, n_kv_heads, d_v, d_out, asking } = data;
  setText(parts.title, filled(words.title, { n: n_heads }));
  setAttribute(parts.node, "aria-label", words.label);
  setText(parts.keys, words.keys);
  const lead = sentence(words.lead);
  for (const part of [...lead.node.childNodes]) if (part.nodeType === Node.TEXT_NODE) part.replaceWith(...indexed(part.data));
  lead.say({ query: asking, d_v, wide: n_heads * d_v, d_out });
  parts.lead.replaceChildren(lead.node, ...(n_heads === n_kv_heads ? [] : [" ", ...indexed(filled(words.grouped, { n: n_heads, kv: n_kv_heads }))]));
  parts.node.style.setProperty("--heads", n_heads);
  state.buttons = drawBoard(parts.board, data, numbers, words);
  parts.bars.draw(state);
  parts.sum.build(state);
  parts.readout.rest(words);
  showNumber(parts, state);
}

/** Fit the columns into the room there is, and paint W_O again when the theme has changed. */
function arrange(parts, state, root) {
  if (!state.data || !root.clientWidth) return;
  const wide = (root.clientWidth - NAMES) / state.data.n_heads >= COLUMN;
  parts.node.classList.toggle("narrow", !wide);
  const theme = root.dataset.theme;
  if (theme !== state.painted) paintStripes(parts.board, state.data, state.numbers, root);
  state.painted = theme;
}

/** Open a head: mark it, bring its column into sight, and list what arrives through it. */
function openHead(parts, state) {
  mark(parts, state);
  reveal(parts.scroller, state.buttons[state.head]);
  parts.list.draw(state);
}

/** Mark the open head in every row; its numbers are the ones that Tab stops at. */
function mark(parts, state) {
  state.buttons.forEach((button, head) => {
    setAttribute(button, "aria-pressed", String(head === state.head));
    setAttribute(button, "tabindex", head === state.head ? 0 : -1);
  });
  for (const cell of parts.node.querySelectorAll(".bar, .digit")) {
    const on = Number(cell.dataset.head) === state.head;
    cell.classList.toggle("on", on);
    setAttribute(cell.querySelector(".num"), "tabindex", on ? 0 : -1);
  }
}

/** Scroll the columns sideways, and nothing around them, so that one is seen. */
function reveal(scroller, button) {
  const [seen, own] = [scroller.getBoundingClientRect(), button.getBoundingClientRect()];
  if (own.left < seen.left) scroller.scrollLeft += own.left - seen.left - 16;
  else if (own.right > seen.right) scroller.scrollLeft += own.right - seen.right + 16;
}

/** Show another number of the output. */
function showNumber(parts, state) {
  const left = `${((state.number + 0.5) / state.data.d_out) * 100}%`;
  for (const tick of parts.node.querySelectorAll(".tick, .cursor")) tick.style.left = left;
  parts.sum.draw(state);
  parts.unmixed.draw(state);
  parts.twin.draw(state);
}

function listenClicks(parts, state, tell) {
  parts.node.addEventListener("click", (event) => {
    const number = event.target.closest(".num");
    if (number) return parts.readout.keep(filled(state.data.words.read_number, { name: number.dataset.name, value: number.dataset.full }));
    const place = event.target.closest("[data-part]");
    const bar = place && ["c", "out"].includes(place.dataset.part);
    if (bar) {
      state.number = barAt(place.querySelector(".comb"), state.pointer ?? event, state.data.d_out);
      showNumber(parts, state);
    }
    const column = event.target.closest("[data-head]");
    if (!column || Number(column.dataset.head) === state.head) return;
    state.head = Number(column.dataset.head);
    openHead(parts, state);
    tell.now(state.head);
  });
}

function listenPointer(parts, state) {
  const read = (event) => {
    // A click knows whole pixels only; several bars can lie within one.
    state.pointer = event;
    parts.readout.point(pointedAt(event, state));
  };
  parts.node.addEventListener("pointerdown", read);
  parts.node.addEventListener("pointermove", read);
  parts.node.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") parts.readout.point(null);
  });
}
