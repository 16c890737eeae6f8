/** Mount the ways to take a picture along. */
export default function save(component) {
  return mount(component, createSave);
}

function createSave(root) {
  const state = { data: null };
  const button = (kind) => el("button", { type: "button", class: kind, onclick: () => take(kind) });
  const [svg, png, page] = ["svg", "png", "page"].map(button);
  const copy = el("button", { type: "button", onclick: () => copyCode() });
  const code = el("pre", { tabindex: "0" }, el("code"));
  const told = el("p", { class: "told", role: "status" });
  const python = el("div", { class: "python" }, copy, code);
  root.append(el("div", { class: "save" }, el("div", { class: "kinds", role: "group" }, svg, png, page), python, told));
  const take = async (kind) => {
    const { words } = state.data;
    setText(told, words.saving);
    setText(told, (await saved(kind, state.data)) ? words.saved : words.no_picture);
  };
  const copyCode = async () => {
    const { words, code: text } = state.data;
    setText(told, (await toClipboard(text)) ? words.copied : words.copy_failed);
  };
  const update = (data) => {
    if (state.data === data) return;
    state.data = data;
    const { words } = data;
    setAttribute(svg.parentNode, "aria-label", words.picture);
    for (const [node, name] of [[svg, "svg"], [png, "png"], [page, "page"], [copy, "copy"]]) setText(node, words[name]);
    setAttribute(code, "aria-label", words.python);
    svg.parentNode.hidden = !data.targets.length;
    page.hidden = data.has_page;
    python.hidden = !data.code;
    setText(code.firstChild, data.code);
    setText(told, "");
    requestAnimationFrame(() => intoView(root));
  };
  return { update, close: () => {} };
}

/** Bring a menu that opened below the screen's edge up: it has no way to scroll but with its button. */
function intoView(root) {
  if (root.getBoundingClientRect().bottom < innerHeight) return;
  document.querySelector("[data-testid=stPopover] [aria-expanded=true]")?.scrollIntoView({ block: "center" });
}

/** Save the picture in one form; tell whether there was one. */
async function saved(kind, { targets, caption, name, words }) {
  const nodes = targets.map((key) => document.querySelector(`.st-key-${CSS.escape(key)}`)).filter(Boolean);
  const style = getComputedStyle(document.querySelector(".stApp") ?? document.body);
  const look = { ground: style.backgroundColor, ink: style.color };
  const roots = nodes.flatMap(nodesIn).filter((node) => node.received !== undefined);
  if (kind === "page" && roots.length === 1)
    return handOver(await livePage(roots[0], caption, words.lang, look), "text/html", `${name}.html`), true;
  const back = await sharpened();
  const found = pictureOf(nodes, caption, look);
  back();
  if (!found) return false;
  if (kind === "png") handOver(await painted(found), "image/png", `${name}.png`);
  else if (kind === "svg") handOver(written(found.svg), "image/svg+xml", `${name}.svg`);
  else handOver(asPage(found.svg, caption, words.lang, look.ground), "text/html", `${name}.html`);
  return true;
}

/** Let every canvas be painted as for a finer screen; give the way back. */
async function sharpened() {
  const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
  const again = () => document.fonts.dispatchEvent(new Event("loadingdone"));
  if (!own?.configurable || devicePixelRatio >= SHARP) return () => {};
  Object.defineProperty(window, "devicePixelRatio", { configurable: true, value: SHARP });
  again();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return () => (Object.defineProperty(window, "devicePixelRatio", own), again());
}
