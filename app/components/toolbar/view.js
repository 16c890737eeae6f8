const SVG = "http://www.w3.org/2000/svg";
const LINK = "M7.5 10.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M10.5 7.5a3.5 3.5 0 0 0-5 0"
  + "L3 10a3.5 3.5 0 0 0 5 5l1-1";

/** Mount the bar. */
export default function bar(component) {
  return mount(component, createToolbar);
}

function createToolbar(root, send) {
  const parts = toolbarParts(root);
  const state = { words: null, honoured: null, first: true, timer: 0 };
  const current = () => root.dataset.theme;
  const change = (theme) => themeSwitch(root.getRootNode().host)?.(theme);
  parts.copy.addEventListener("click", () => copyLink(parts, state));
  parts.lang.addEventListener("click", () => send("lang", state.words.other_lang));
  parts.theme.addEventListener("click", () => {
    const theme = current() === "dark" ? "light" : "dark";
    rememberTheme(theme);
    send("theme", theme);
    change(theme);
  });
  const stops = [
    helpOpens(parts),
    onReturn(() => send("again", true)),
    () => document.removeEventListener("focusin", showWhole),
  ];
  document.addEventListener("focusin", showWhole);
  const update = ({ words }) => {
    if (state.words !== words) write(parts, words);
    state.words = words;
    honour(state, current(), change, send);
    showOpenPage(root);
    parts.theme.hidden = !themeSwitch(root.getRootNode().host);
    const label = current() === "dark" ? words.to_light : words.to_dark;
    setAttribute(parts.theme, "aria-label", label);
    setAttribute(parts.theme, "title", label);
  };
  return { update, close: () => (stops.forEach((stop) => stop()), clearTimeout(state.timer)) };
}

/** Follow a link's theme, once for each it names; without one, what was chosen here before. */
function honour(state, current, change, send) {
  const asked = themeOfAddress();
  const wanted = asked !== state.honoured ? asked : state.first ? themeRemembered() : null;
  state.honoured = asked;
  state.first = false;
  if (!wanted || wanted === current) return;
  if (!asked) send("theme", wanted);
  change(wanted);
}

/** Bring what has the focus in a line that moves into view as a whole; browsers stop at a part. */
function showWhole({ target }) {
  const moves = target.closest?.(".st-key-nav, .st-key-experiments");
  if (moves) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Move the line of pages, where it is one to be moved, so that the open one is seen. */
function showOpenPage(root) {
  const line = root.getRootNode().host?.closest(".st-key-header")?.querySelector(".st-key-nav");
  const open = line?.querySelector("a[disabled]");
  if (open && line.scrollWidth > line.clientWidth)
    line.scrollLeft += open.getBoundingClientRect().left - line.getBoundingClientRect().left - 48;
}

function toolbarParts(root) {
  const [ready, done] = [el("span"), el("span", { class: "off" })];
  const button = (name, ...content) => el("button", { type: "button", class: name }, ...content);
  const copy = button("copy", icon(LINK, true), el("span", { class: "stack" }, ready, done));
  const lang = button("lang");
  const theme = button("theme", icon("M9 2a7 7 0 1 1 0 14a7 7 0 1 1 0-14M9 2v14a7 7 0 0 0 0-14", false));
  const help = button("help", "?");
  const said = el("span", { class: "hidden", role: "status" });
  const [title, list, close] = [el("h2", { id: "title" }), el("div"), button("close")];
  const top = el("div", { class: "top" }, title, close);
  const dialog = el("dialog", { "aria-labelledby": "title" }, top, list);
  const node = el("div", { class: "toolbar", role: "group" }, copy, lang, theme, help, said);
  root.append(node, dialog);
  return { node, copy, ready, done, lang, theme, help, said, title, list, close, dialog };
}

/** Draw a sign of one path; the half circle's second part is filled. */
function icon(path, stroked) {
  const svg = document.createElementNS(SVG, "svg");
  const [outline, ...fill] = stroked ? [path] : path.split(/(?<=14)(?=M9 2v)/);
  for (const [name, value] of [["viewBox", "0 0 18 18"], ["aria-hidden", "true"], ["fill", "none"]])
    svg.setAttribute(name, value);
  for (const [i, d] of [outline, ...fill].entries()) {
    const shape = document.createElementNS(SVG, "path");
    shape.setAttribute("d", d);
    shape.setAttribute("stroke", "currentColor");
    shape.setAttribute("stroke-width", "1.5");
    shape.setAttribute("stroke-linecap", "round");
    if (i) shape.setAttribute("fill", "currentColor");
    svg.append(shape);
  }
  return svg;
}

function write(parts, words) {
  // Streamlit's page says that it is English: Chinese would get Japanese signs, and be read out wrongly.
  document.documentElement.lang = words.lang;
  setAttribute(parts.node, "aria-label", words.label);
  setText(parts.ready, words.copy);
  setText(parts.done, words.copied);
  setAttribute(parts.copy, "aria-label", words.copy);
  setText(parts.lang, words.other_language);
  setAttribute(parts.lang, "lang", words.other_lang);
  for (const name of ["aria-label", "title"]) setAttribute(parts.help, name, words.help);
  setText(parts.title, words.help_title);
  setText(parts.close, words.close);
  parts.list.replaceChildren(...helpBlocks(words.help_lines));
}

/** Lay out the help: a line is `keys :: what they do`; one without `::` heads those below it. */
function helpBlocks(text) {
  const blocks = [];
  for (const line of text.split("\n").filter((each) => each.trim())) {
    const [keys, meaning] = line.split("::").map((part) => part.trim());
    if (meaning === undefined) blocks.push(el("h3", {}, keys), el("dl"));
    else {
      if (!blocks.length) blocks.push(el("dl"));
      blocks[blocks.length - 1].append(el("dt", {}, keys), el("dd", {}, meaning));
    }
  }
  return blocks;
}

async function copyLink(parts, state) {
  const copied = await toClipboard(location.href);
  setText(parts.said, copied ? state.words.copied : state.words.copy_failed);
  setText(parts.done, copied ? state.words.copied : state.words.copy_failed);
  const turn = (done) => {
    parts.ready.classList.toggle("off", done);
    parts.done.classList.toggle("off", !done);
  };
  turn(true);
  clearTimeout(state.timer);
  state.timer = setTimeout(() => (turn(false), setText(parts.said, "")), 2000);
}

/** Open the help by its button or by `?` outside a text field; give what stops listening. */
function helpOpens({ help, dialog, close }) {
  const opened = () => dialog.open || dialog.showModal();
  help.addEventListener("click", opened);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  const pressed = (event) => {
    const typing = event.composedPath()[0].closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "?" && !typing && !event.isComposing) opened();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
