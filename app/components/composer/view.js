/** Mount the sentence box. */
export default function composer(component) {
  return mount(component, createComposer);
}

function createComposer(root, send) {
  const parts = composerParts();
  root.append(parts.node);
  const state = { shown: null, sent: null, limit: 0, words: {} };
  const look = () => refresh(parts, state);
  const submit = () => {
    if (parts.area.value === state.shown || length(parts.area.value) > state.limit) return;
    state.sent = parts.area.value;
    send("submit", state.sent);
  };
  parts.area.addEventListener("input", look);
  parts.area.addEventListener("keydown", (event) => typed(event, parts, state, submit, look));
  parts.show.addEventListener("click", () => (submit(), parts.area.focus()));
  const sized = new ResizeObserver(() => grow(parts.area));
  sized.observe(parts.node);
  return { update: (data) => (receive(data, parts, state), look()), close: () => sized.disconnect() };
}

function composerParts() {
  const label = el("label", { for: "text" });
  const count = el("span", { class: "count" });
  const area = el("textarea", {
    id: "text", rows: 1, dir: "auto", spellcheck: "false", autocomplete: "off",
    enterkeyhint: "go", "aria-describedby": "keys problem", "aria-keyshortcuts": "Enter",
  });
  const show = el("button", { class: "show", type: "button" });
  const keys = el("span", { class: "hidden", id: "keys" });
  const problem = el("span", { class: "hidden", id: "problem", role: "status" });
  const above = el("div", { class: "above" }, label, count);
  const box = el("div", { class: "box" }, area, show);
  const node = el("div", { class: "composer" }, above, box, keys, problem);
  return { node, label, count, area, show, keys, problem };
}

/** Take in what Python shows; a draft gives way only to a text that was not sent from here. */
function receive(data, parts, state) {
  const { text, words, max_chars: limit } = data;
  Object.assign(state, { limit, words });
  setText(parts.label, words.label);
  setText(parts.show, words.show);
  setText(parts.keys, words.keys);
  setAttribute(parts.area, "placeholder", words.placeholder);
  if (text === state.shown) return;
  const answer = text === state.sent;
  state.shown = text;
  if (!answer) parts.area.value = text;
}

function typed(event, parts, state, submit, look) {
  // 229 is what an input method's Enter carries where `isComposing` is already over.
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    if (!event.repeat) submit();
  } else if (event.key === "Escape" && parts.area.value !== state.shown) {
    event.preventDefault();
    parts.area.value = state.shown;
    look();
  }
}

function refresh(parts, state) {
  const n = length(parts.area.value);
  const over = n > state.limit;
  const values = { count: n, limit: state.limit };
  parts.show.classList.toggle("ready", parts.area.value !== state.shown);
  parts.show.disabled = over;
  parts.count.classList.toggle("near", n > 0.9 * state.limit);
  parts.count.classList.toggle("over", over);
  setText(parts.count, filled(state.words.count, values));
  setText(parts.problem, over ? filled(state.words.too_long, values) : "");
  setAttribute(parts.area, "aria-invalid", over ? "true" : null);
  grow(parts.area);
}

/** Count characters as Python does. */
function length(text) {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

/** Make the box as tall as its text. */
function grow(area) {
  area.style.height = "";
  if (area.scrollHeight > area.clientHeight) area.style.height = `${area.scrollHeight}px`;
}
