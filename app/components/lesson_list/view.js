/** Mount the list of a lesson's links. */
export default function lessonList(component) {
  return mount(component, createLessonList);
}

function createLessonList(root, send) {
  const list = el("ol", { class: "links" });
  const said = el("p", { class: "hidden", role: "status" });
  const view = { list, said, send, data: null, held: null };
  root.append(list, said);
  const update = (data) => {
    if (view.data === data) return;
    view.data = data;
    setAttribute(list, "aria-label", data.words.label);
    list.replaceChildren(...data.names.map((name, i) => row(view, name, i)));
    keepFocus(view);
  };
  return { update, close: () => {} };
}

function row(view, name, i) {
  const { words, about, names, max_chars } = view.data;
  const box = el("input", { type: "text", value: name, maxlength: max_chars, dir: "auto", spellcheck: "false", "data-part": "name" });
  setAttribute(box, "aria-label", filled(words.name, { n: i + 1 }));
  box.addEventListener("change", () => box.value.trim() && view.send("do", ["rename", i, box.value]));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) box.blur();
    if (event.key === "Escape") box.value = name;
  });
  const last = names.length - 1;
  const buttons = [
    action(view, "up", "↑", ["move", i, -1], i === 0),
    action(view, "down", "↓", ["move", i, 1], i === last),
    action(view, "open", "↗", ["open", i, 0], false),
    action(view, "remove", "×", ["remove", i, 0], false),
  ];
  const actions = el("div", { class: "actions" }, ...buttons);
  return el("li", {}, el("span", { class: "number", "aria-hidden": "true" }, String(i + 1)), el("div", { class: "what" }, box, el("p", { class: "second", dir: "auto" }, about[i])), actions);
}

function action(view, part, sign, message, disabled) {
  const [deed, i, by] = message;
  const label = filled(view.data.words[part], { name: view.data.names[i] });
  const button = el("button", { type: "button", disabled, title: label, "aria-label": label, "data-part": part }, sign);
  button.addEventListener("click", () => {
    view.held = { part, index: deed === "move" ? i + by : i, deed, name: view.data.names[i] };
    view.send("do", message);
  });
  return button;
}

/** Keep the focus on the link that was moved, or near the one that is gone, and say what was done. */
function keepFocus(view) {
  const { held, list, said, data } = view;
  if (!held || held.deed === "open") return;
  view.held = null;
  const key = held.deed === "move" ? "moved" : "removed";
  setText(said, filled(data.words[key], { name: held.name, n: held.index + 1, total: data.names.length }));
  const rows = list.children;
  const near = rows[Math.min(held.index, rows.length - 1)];
  if (!near) return;
  const same = near.querySelector(`[data-part="${held.part}"]:not(:disabled)`);
  (same ?? near.querySelector("button:not(:disabled)")).focus();
}
