const LONG = 80;
const EDGE = 8; // pixels beside a token's text

/** Mount the sentence. */
export default function tokens(component) {
  return mount(component, createSentence);
}

function createSentence(root, send) {
  const keys = el("p", { class: "hidden", id: "keys" });
  const node = el("div", { class: "sentence", role: "group", "aria-describedby": "keys" });
  const hint = el("p", { class: "hint touch", role: "status" });
  root.append(keys, hint, node);
  const state = {
    node, data: null, sent: null, pair: null, buttons: [], focus: 0, pixels: null, stale: false,
    awaited: "query",
  };
  const ask = () => {
    const { pairs, words, split } = state.data;
    const clicks = words[state.awaited === "query" ? "first_click" : "second_click"];
    hint.classList.toggle("touch", !pairs || split > 0);
    hint.classList.toggle("texts", split > 0);
    setText(hint, split ? words.two_texts : pairs ? clicks : words.touch);
  };
  const choose = (role, index) => {
    state.awaited = role === "query" && state.awaited === "query" ? "key" : "query";
    // The weights still are the old query's: none are shown until its own arrive.
    state.pair = null;
    state.stale ||= role === "query" && index !== state.data.query;
    state.data = { ...state.data, [role]: index };
    paint(state);
    ask();
    send("pick", [role, role === "key" ? index - state.data.split : index]);
  };
  const hold = listen(node, state, choose);
  const sized = new ResizeObserver(() => holdRoles(state));
  sized.observe(node);
  const stop = followWalk(state);
  const update = (given) => {
    const data = joined(given);
    const fresh = data.labels.join("\0") !== state.data?.labels.join("\0") || data.split !== state.data?.split
      || (data.split > 0 && data.words.lang !== state.data.words.lang);
    if (fresh || data.pairs !== state.sent?.pairs) state.awaited = "query";
    state.sent = data;
    state.data = withPair(data, state.pair);
    state.stale = false;
    state.pixels = weightPixels(getComputedStyle(root).getPropertyValue("--ramp"));
    setText(keys, data.split ? data.words.keys_two : data.words.keys);
    setAttribute(node, "aria-label", data.words.label);
    if (fresh) rebuild(node, state);
    paint(state);
    ask();
    if (fresh) reveal(node, state.buttons[data.query]);
  };
  return { update, close: () => (stop(), sized.disconnect(), hold.close()) };
}

/** Show the pair of a walk below at once; Python is told only where the walk rests. */
function followWalk(state) {
  const stop = new AbortController();
  const show = ({ detail }) => {
    state.pair = detail;
    if (!state.sent || state.stale) return;
    const { key } = state.data;
    state.data = withPair(state.sent, detail);
    if (state.data.key === key) return;
    for (const i of [key, state.data.key]) if (state.buttons[i]) paintToken(state.buttons[i], i, state);
    holdRoles(state);
  };
  document.addEventListener("attention-pair", show, { signal: stop.signal });
  return () => stop.abort();
}

/** Give the data with the key of a walk, where it is a walk of this query. */
function withPair(data, pair) {
  const key = pair?.key + data.split;
  return pair?.query === data.query && key < data.labels.length ? { ...data, key } : data;
}

function listen(node, state, choose) {
  const indexOf = (event) => {
    const index = state.buttons.indexOf(event.target.closest("button"));
    return index < 0 ? null : index;
  };
  const role = (event, index) => {
    const { split, pairs } = state.data;
    if (split) return index < split ? "query" : "key";
    return event.shiftKey ? "key" : pairs ? state.awaited : "query";
  };
  const hold = onHold(node, indexOf, (index) => choose(index < state.data.split ? "query" : "key", index));
  node.addEventListener("click", (event) => {
    const index = indexOf(event);
    if (index !== null && !hold.swallowed()) choose(role(event, index), index);
  });
  node.addEventListener("focusin", (event) => rove(state, indexOf(event) ?? state.focus));
  node.addEventListener("keydown", (event) => {
    const index = indexOf(event);
    if (index === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = event.key === "Enter" || event.key === " ";
    const next = neighbour(state.buttons, index, event.key);
    if (!chosen && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (!chosen) state.buttons[next].focus();
    else if (!event.repeat) choose(role(event, index), index);
  });
  return hold;
}

/** Make one token reachable by Tab: the focused one. */
function rove(state, index) {
  state.buttons.forEach((button, i) => setAttribute(button, "tabindex", i === index ? 0 : -1));
  state.focus = index;
}

function rebuild(node, state) {
  const focused = state.buttons.some((button) => button === node.getRootNode().activeElement);
  state.buttons = state.data.labels.map((label) => {
    const text = el("bdi", { class: "text", "data-text": label }, label);
    const bar = el("i", { class: "bar", "aria-hidden": "true" });
    return el("button", { type: "button" }, text, bar, el("span", { class: "role" }));
  });
  node.replaceChildren(...placed(state.buttons, state.data));
  node.classList.toggle("long", state.buttons.length > LONG);
  rove(state, state.data.query);
  if (focused) state.buttons[state.focus].focus();
}

function paint(state) {
  state.buttons.forEach((button, i) => paintToken(button, i, state));
  holdRoles(state);
}

function paintToken(button, i, { data, pixels, stale }) {
  const [isQuery, isKey, value] = [i === data.query, i === data.key, weightOf(i, data)];
  const bar = stale || value === undefined || value === MASKED ? "" : weightColour(pixels, value);
  const classes = { "is-query": isQuery, "is-key": isKey, barred: !stale && value === MASKED };
  Object.assign(classes, { special: data.special[i], unknown: data.unknown[i] });
  for (const [name, on] of Object.entries(classes)) button.classList.toggle(name, on);
  button.style.setProperty("--bar", bar);
  setAttribute(button, "aria-pressed", String(isQuery || (data.split > 0 && isKey)));
  const roles = ["query", "key"].filter((role) => (role === "query" ? isQuery : isKey));
  const shown = button.lastChild;
  if (shown.dataset.roles !== `${roles} ${data.words.lang}`) {
    shown.dataset.roles = `${roles} ${data.words.lang}`;
    shown.replaceChildren(...roles.map((role) => el("span", { class: role }, data.words[role])));
  }
  const facts = tokenFacts(i, data);
  setAttribute(button, "title", facts.join("\n"));
  const name = [data.labels[i], ...roles.map((role) => data.words[role]), ...facts];
  setAttribute(button, "aria-label", name.join(", "));
}

/** Keep the names of the roles inside the sentence where a token stands at its edge. */
function holdRoles({ node, buttons }) {
  for (const button of buttons) {
    const mark = button.lastChild;
    if (!mark.firstChild) continue;
    const [middle, half] = [button.offsetLeft + button.offsetWidth / 2, mark.offsetWidth / 2];
    const [before, after] = [EDGE + half - middle, middle + half - (node.clientWidth - EDGE)];
    mark.style.setProperty("--shift", `${Math.max(before, 0) - Math.max(after, 0)}px`);
  }
}

/** Say what a token is: raw piece and position, what is special about it, its weight if told. */
function tokenFacts(i, data) {
  const { words, pieces, special, unknown, split } = data;
  const weight = weightOf(i, data);
  return [
    filled(words.piece, { piece: pieces[i], position: i < split ? i : i - split }),
    special[i] ? words.special : null,
    unknown[i] ? words.unknown : null,
    weight === MASKED ? words.masked : null,
    weight !== undefined && weight !== MASKED ? filled(words.gets, { weight: thousandths(weight) }) : null,
  ].filter((fact) => fact !== null);
}

/** Scroll a long sentence, and nothing around it, so that a token is seen. */
function reveal(node, button) {
  if (!button || node.scrollHeight <= node.clientHeight) return;
  node.scrollTop = button.offsetTop - (node.clientHeight - button.offsetHeight) / 2;
}
