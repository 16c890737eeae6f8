/** Mount the aligned rows. */
export default function rows(component) {
  return mount(component, createRows);
}

function createRows(root, send) {
  const keys = el("p", { class: "hidden", id: "keys" });
  const node = el("div", { class: "rows", role: "group", "aria-describedby": "keys" });
  const hint = el("p", { class: "hint second" });
  root.append(keys, node, hint);
  const state = { root, node, data: null, tops: [], bottoms: [] };
  const choose = (role, place) => {
    state.data = { ...state.data, [role]: place };
    mark(state);
    send("pick", [role, place]);
  };
  const swap = (place, word) => send("swap", [place, word]);
  const hold = listenRows(state, choose, swap);
  const update = (data) => {
    state.data = data;
    setText(keys, data.words.keys);
    setAttribute(node, "aria-label", data.words.label);
    const editable = data.texts.some((text) => text !== null);
    setText(hint, editable ? data.words.edit_hint : "");
    hint.hidden = !editable;
    buildRows(state);
    mark(state);
  };
  return { update, close: hold.close };
}

function buildRows(state) {
  const { node, data } = state;
  const signature = JSON.stringify([data.kinds, data.before, data.after, data.names, data.words.lang]);
  if (signature === state.signature) return;
  state.signature = signature;
  state.tops = [];
  state.bottoms = [];
  const names = el("div", { class: "names" }, ...data.names.map((name) => el("bdi", {}, name)));
  const places = data.kinds.map((_, place) => placeNode(state, place));
  node.replaceChildren(...(data.is_double ? [names] : []), ...places);
  node.classList.toggle("long", data.kinds.length > 80);
}

/** Draw one place: the first side's tokens, a sign of what happened, the second side's. */
function placeNode(state, place) {
  const { data } = state;
  const kind = data.kinds[place];
  const top = cellNode(data, place, "before");
  state.tops.push(top);
  const role = el("span", { class: "role" });
  if (!data.is_double) return el("div", { class: `place ${kind}` }, top, role);
  const bottom = cellNode(data, place, "after");
  state.bottoms.push(bottom);
  const sign = el("span", { class: "sign", "aria-hidden": "true" }, { same: "", replaced: "↓", inserted: "+", deleted: "−" }[kind]);
  const slot = el("div", { class: "slot" }, bottom);
  return el("div", { class: `place ${kind}${data.special[place] ? " special" : ""}` }, top, sign, slot, role);
}

function cellNode(data, place, side) {
  const pieces = data[side][place];
  if (!pieces.length) return el("span", { class: "cell none", role: "img", "aria-label": data.words.nothing }, "\u00a0");
  const texts = pieces.map((piece) => el("bdi", {}, piece));
  const editable = side === "after" && data.texts[place] !== null;
  const says = [pieces.join(" "), data.special[place] ? data.words.special : data.words[data.kinds[place]]];
  if (editable) says.push(data.words.edit);
  const attributes = { type: "button", class: "cell", "data-side": side, "data-place": place, tabindex: -1, "aria-label": says.join(", ") };
  if (side === "after" && !editable && !data.before[place].length) attributes.disabled = true;
  return el("button", attributes, ...texts);
}

/** Tint the chosen places and make one token of each row reachable by Tab. */
function mark(state) {
  const { data, node } = state;
  node.querySelectorAll(".place").forEach((place, i) => {
    const [isQuery, isKey] = [i === data.query, i === data.key];
    place.classList.toggle("is-query", isQuery);
    place.classList.toggle("is-key", isKey);
    const roles = [isQuery && "query", isKey && "key"].filter(Boolean);
    place.querySelector(".role").replaceChildren(...roles.map((role) => el("span", { class: role }, data.words[role])));
  });
  state.tops.forEach((top, i) => {
    if (top.tagName !== "BUTTON") return;
    setAttribute(top, "tabindex", i === data.query ? 0 : -1);
    setAttribute(top, "aria-pressed", String(i === data.query));
  });
  const first = state.bottoms.find((bottom) => bottom.tagName === "BUTTON" && !bottom.disabled);
  if (first) setAttribute(first, "tabindex", 0);
}

function listenRows(state, choose, swap) {
  const { node } = state;
  const cellOf = (event) => event.target.closest?.("button.cell");
  const placeOf = (cell) => Number(cell.dataset.place);
  const canChoose = (cell) => cell !== null && state.data.before[placeOf(cell)].length > 0;
  const act = (cell, shift) => {
    const place = placeOf(cell);
    const word = state.data.texts[place];
    if (cell.dataset.side === "after" && word !== null) {
      return typeOver(cell, word, state.data, (text) => text !== null && swap(place, text));
    }
    if (canChoose(cell)) choose(shift ? "key" : "query", place);
  };
  const hold = onHold(node, (event) => {
    const cell = cellOf(event);
    return cell && cell.dataset.side === "before" ? placeOf(cell) : null;
  }, (place) => choose("key", place));
  node.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell && !hold.swallowed()) act(cell, event.shiftKey);
  });
  node.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextCell(state, cell, event.key);
    const chosen = event.key === "Enter" || event.key === " ";
    if (!chosen && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (!chosen) next.focus();
    else if (!event.repeat) act(cell, event.shiftKey);
  });
  return hold;
}

/** Give the token an arrow key leads to: along its row, or to the other side of its place. */
function nextCell({ tops, bottoms }, cell, key) {
  const row = cell.dataset.side === "before" ? tops : bottoms;
  const usable = row.filter((one) => one.tagName === "BUTTON" && !one.disabled);
  const at = usable.indexOf(cell);
  const along = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: usable.length - 1 }[key];
  if (along !== undefined) return usable[Math.min(usable.length - 1, Math.max(0, along))];
  const other = { ArrowUp: tops, ArrowDown: bottoms }[key]?.[Number(cell.dataset.place)];
  return other?.tagName === "BUTTON" && !other.disabled ? other : null;
}
