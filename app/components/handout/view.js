/** Mount a link to hand out. */
export default function handout(component) {
  return mount(component, createHandout);
}

function createHandout(root) {
  const state = { data: null, timer: 0, sheet: null };
  const parts = handoutParts(root);
  parts.copy.addEventListener("click", () => copyAddress(parts, state));
  parts.print.addEventListener("click", printSheet);
  const update = (data) => {
    if (state.data === data) return;
    state.data = data;
    write(parts, data);
    state.sheet?.remove();
    state.sheet = paperSheet(data);
    if (state.sheet) document.body.append(state.sheet);
  };
  return { update, close: () => (clearTimeout(state.timer), state.sheet?.remove()) };
}

function handoutParts(root) {
  const button = (name) => el("button", { type: "button", class: name });
  const address = el("textarea", { id: "address", readonly: true, rows: 3, dir: "ltr", spellcheck: "false" });
  const [label, said] = [el("label", { for: "address" }), el("span", { class: "hidden", role: "status" })];
  const [copy, print] = [button("btn primary"), button("btn")];
  const open = el("a", { class: "btn", target: "_blank", rel: "noopener" });
  const note = el("p", { class: "second" });
  const figure = el("div", { class: "figure" });
  const words = el("div", { class: "words" }, label, address, el("div", { class: "row" }, copy, open, print), said, note);
  root.append(el("div", { class: "handout" }, figure, words));
  address.addEventListener("focus", () => address.select());
  return { label, address, copy, open, print, said, note, figure };
}

function write(parts, { url, code, note, words }) {
  setText(parts.label, words.address);
  parts.address.value = url;
  setText(parts.copy, words.copy);
  setText(parts.open, words.open);
  setText(parts.print, words.print);
  setAttribute(parts.open, "href", url);
  parts.print.hidden = !code;
  setText(parts.note, note);
  parts.figure.replaceChildren(...(code ? [drawCode(code, words.code_alt)] : []));
}

/** Make what goes on paper: the title, the code, the address. It stands beside the page, unseen. */
function paperSheet({ url, title, code, words }) {
  if (!code) return null;
  const sheet = el("section", { class: "paper-code", "aria-hidden": "true" });
  sheet.append(el("h1", {}, title), drawCode(code, words.code_alt), el("p", {}, url));
  return sheet;
}

/** Print the sheet alone; what else the page prints is not meant now. */
function printSheet() {
  const page = document.documentElement;
  page.classList.add("printing-code");
  addEventListener("afterprint", () => page.classList.remove("printing-code"), { once: true });
  print();
}

async function copyAddress(parts, state) {
  const { words, url } = state.data;
  const copied = await toClipboard(url);
  if (!copied) parts.address.focus();
  const told = copied ? words.copied : words.copy_failed;
  setText(parts.said, told);
  setText(parts.copy, told);
  clearTimeout(state.timer);
  state.timer = setTimeout(() => (setText(parts.copy, state.data.words.copy), setText(parts.said, "")), 2500);
}
