/** Mount the view of one projection. */
export default function qkv(component) {
  return mount(component, createQkv);
}

function createQkv(root, send) {
  const state = { data: null, found: null, token: 0, dim: 0, later: 0, painted: "", shown: "" };
  const view = { root, state, send, parts: null, on: null };
  view.on = actions(view);
  view.parts = qkvParts(root, view.on);
  const stop = watch(root, () => redraw(view));
  const close = () => (stop(), clearTimeout(state.later), view.parts.live.close());
  return { update: (data) => receive(view, data), close };
}

function qkvParts(root, on) {
  const why = el("p", { class: "why" });
  const [product, before, own] = [productPart(on), platePart(on), platePart(on)];
  const [cell, turn, live] = [cellPart(), turnPart(on), announcer()];
  const [read, window] = [el("p", { class: "read" }), el("p", { class: "second small" })];
  const keys = el("p", { class: "hidden", id: "qkv-keys" });
  const [summary, list] = [el("summary"), el("div")];
  const numbers = el("details", { class: "numbers" }, summary, list);
  for (const { plate } of [before, own]) {
    listenKeys(plate, on);
    setAttribute(plate, "aria-describedby", "qkv-keys");
  }
  const plates = el("div", { class: "plates" }, before.node, own.node, read, numbers, keys);
  const node = el("div", { class: "qkv" }, why, window, product.node, el("div", { class: "below" }, plates, cell.node), turn.node, live.node);
  root.append(node);
  const parts = { node, why, product, before, own, read, keys, window, summary, list, numbers, cell, turn, live };
  numbers.addEventListener("toggle", () => writeRow(parts, on.state()));
  return parts;
}

function receive(view, data) {
  const { state, root } = view;
  const old = state.data;
  const place = (d) => d && JSON.stringify([d.name, d.head, d.first, d.n_tokens, d.labels, d.words.lang]);
  const here = place(old) === place(data);
  // What was walked to while Python was answering stays open.
  const keep = state.later && here;
  // The answer to a walk brings the same numbers again: what people unfolded in them stays as it is.
  const fresh = !here || !same(new Uint8Array(old.body.buffer), new Uint8Array(data.body.buffer));
  if (fresh) Object.assign(state, { found: arrays(data), painted: "", shown: "" });
  state.data = data;
  if (!keep) Object.assign(state, { token: data.token, dim: data.dim });
  setAttribute(view.parts.node, "data-role", ROLES[data.name]);
  if (fresh) write(view);
  redraw(view);
  setAttribute(root, "data-ready", "true");
}

/** Write everything that does not depend on which number is open. */
function write({ parts, state, on }) {
  const { data } = state;
  const { words, name, part, d_head, labels, first, n_tokens, hidden, relation } = data;
  const columns = { first: part * d_head, last: (part + 1) * d_head - 1 };
  const facts = { part, d_head, n: labels.length, factor: fmt(data.factor), end: fmt(data.scales.own, 2), ...columns };
  const changed = !hidden && relation !== "exact";
  parts.why.hidden = !hidden;
  setText(parts.why, hidden ? words[hidden] : "");
  for (const node of [parts.product.node, parts.cell.node, parts.before.node]) node.hidden = Boolean(hidden);
  parts.own.node.hidden = !hidden && !changed;
  if (!hidden) {
    writeProduct(parts.product, data);
    parts.product.shared.replaceChildren(...sharing(data, on));
    parts.before.title.replaceChildren(...rich(changed ? words.before : words.cut, facts, name));
  }
  parts.own.title.replaceChildren(...rich(changed ? words[`after_${relation}`] : words.own, facts, name));
  for (const { plate } of [parts.before, parts.own])
    setAttribute(plate, "aria-label", filled(words.plate, { ...facts, name }));
  setText(parts.keys, words.keys);
  const window = { first, last: first + labels.length - 1, n: n_tokens };
  parts.window.hidden = labels.length === n_tokens;
  setText(parts.window, labels.length < n_tokens ? filled(words.window, window) : "");
}

/** Paint for the room and the theme there are, and mark what is open. */
function redraw(view) {
  const { root, parts, state } = view;
  if (!state.data || !root.clientWidth) return;
  const { data, found } = state;
  const colours = inks(parts.node);
  const wanted = [colours.bg, colours.role_mark].join();
  const fresh = state.painted !== wanted;
  if (fresh) Object.assign(state, { painted: wanted, pixels: signedPixels(root) });
  if (!data.hidden) {
    paintProduct(parts.product, state, colours, state.pixels, parts.product.node.clientWidth, fresh);
    if (fresh) parts.product.legend.ramp.style.background = signedGradient(root);
    paintPlate(parts.before, state, found.projected, data.scales.wide, colours, state.pixels, parts.before.node.clientWidth);
  }
  if (!parts.own.node.hidden)
    paintPlate(parts.own, state, found.own, data.scales.own, colours, state.pixels, parts.own.node.clientWidth);
  const open = `${state.token}.${state.dim}`;
  if (state.shown === open) return;
  state.shown = open;
  if (!data.hidden) showCell(parts.cell, state);
  showTurn(parts.turn, state);
  setText(parts.read, spokenCell(state));
  writeRow(parts, state);
}

/** Write the open row's numbers as a list, if somebody wants them. */
function writeRow({ summary, list, numbers }, state) {
  const { data, token, found } = state;
  const { words, name, d_head } = data;
  const facts = { token: data.labels[token - data.first], d_head };
  summary.replaceChildren(...rich(words.table, facts, name));
  if (!numbers.open) return;
  const rows = [["own", found.own]];
  if (found.projected && data.relation !== "exact") rows.unshift(["before", found.projected]);
  list.replaceChildren(...rows.map(([kind, values]) => rowList(state, values, rows.length > 1 ? words[`row_${kind}`] : "")));
}
