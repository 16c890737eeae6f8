/** Mount the bar of a presentation. */
export default function bar(component) {
  return mount(component, createPresenter);
}

function createPresenter(root, send) {
  const parts = presenterParts(root);
  const stop = new AbortController();
  const view = { data: null };
  view.go = (place) => place >= 1 && place <= view.data.names.length && place !== view.data.place && send("ask", place);
  view.leave = () => (parts.dialog.open ? parts.dialog.close() : send("ask", "leave"));
  view.showCode = () => (parts.dialog.open ? parts.dialog.close() : parts.dialog.showModal());
  parts.back.addEventListener("click", () => view.go(view.data.place - 1));
  parts.next.addEventListener("click", () => view.go(view.data.place + 1));
  parts.code.addEventListener("click", view.showCode);
  parts.leave.addEventListener("click", view.leave);
  parts.close.addEventListener("click", () => parts.dialog.close());
  parts.dialog.addEventListener("click", (event) => event.target === parts.dialog && parts.dialog.close());
  parts.dialog.addEventListener("keydown", (event) => /^q$/i.test(event.key) && (event.preventDefault(), parts.dialog.close()));
  listenPresenter(view, stop);
  const update = (data) => {
    if (view.data === data) return;
    view.data = data;
    write(parts, data);
  };
  return { update, close: () => stop.abort() };
}

function presenterParts(root) {
  const button = (name) => el("button", { type: "button", class: name });
  const [back, next, code, leave, close] = ["way", "way", "btn", "btn leave", "btn"].map(button);
  const [at, name] = [el("span", { class: "at" }), el("span", { class: "name", dir: "auto" })];
  const walk = el("div", { class: "walk" }, back, at, next);
  const keys = el("p", { class: "hidden", id: "keys" });
  const node = el("div", { class: "presenter", role: "group", "aria-describedby": "keys" }, walk, name, code, leave, keys);
  const [title, place, url] = [el("h2", { id: "title" }), el("div", { class: "place" }), el("p", { class: "url", dir: "ltr" })];
  const dialog = el("dialog", { "aria-labelledby": "title" }, el("div", { class: "top" }, title, close), place, url);
  root.append(node, dialog);
  return { node, walk, back, at, next, name, code, leave, keys, dialog, title, close, place, url };
}

function write(parts, { names, place, title, url, code, words }) {
  const values = { n: place, total: names.length, name: title };
  setAttribute(parts.node, "aria-label", words.label);
  setText(parts.keys, words.keys);
  parts.walk.hidden = !names.length;
  setText(parts.at, place ? filled(words.at, values) : "–");
  setText(parts.name, values.name);
  label(parts.back, "‹", words.back, place <= 1);
  label(parts.next, "›", words.next, place >= names.length);
  setText(parts.code, words.code);
  setText(parts.leave, words.leave);
  setText(parts.title, place ? filled(words.named, values) : words.code_title);
  setText(parts.close, words.close);
  setText(parts.url, url);
  parts.place.replaceChildren(code ? drawCode(code, words.code_alt) : el("p", {}, words.too_long));
}

function label(button, sign, words, disabled) {
  setText(button, sign);
  for (const name of ["aria-label", "title"]) setAttribute(button, name, words);
  button.disabled = disabled;
}
