/** Write a component as a page that moves as it does here, with its program and its numbers inside. */
async function livePage(root, caption, lang, look) {
  const program = await (await fetch(root.source)).text();
  const [, view] = /export default function (\w+)/.exec(program);
  const styles = [...root.getRootNode().querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const page = document.implementation.createHTMLDocument(caption);
  page.documentElement.lang = lang;
  const add = (parent, tag, attributes, text = "") => {
    const node = page.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.textContent = text;
    parent.append(node);
  };
  page.head.prepend(page.createElement("meta"));
  page.head.firstChild.setAttribute("charset", "utf-8");
  add(page.head, "meta", { name: "viewport", content: "width=device-width, initial-scale=1" });
  add(page.head, "style", {}, `${frame(root, look)}\n${styles}`);
  add(page.body, "main", { id: "view" });
  add(page.body, "p", { id: "caption" }, caption);
  const run = `${view}({ data, parentElement: document.getElementById("view"), setTriggerValue() {}, setStateValue() {} });`;
  add(page.body, "script", { type: "module" }, `${safe(program)}\nconst data = ${carried(root.received)};\n${run}\n`);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** Give the page's own frame: its colours, its letters, its width. */
function frame(root, look) {
  const style = getComputedStyle(root);
  const dark = root.dataset.theme === "dark";
  return `:root{color-scheme:${dark ? "dark" : "light"};--st-background-color:${look.ground};`
    + `--st-text-color:${style.color};--st-font:${NAMES}}`
    + `body{margin:0 auto;padding:24px;max-width:${Math.ceil(Math.max(LEAST, root.clientWidth))}px;background:${look.ground};`
    + `color:${style.color};font:16px/1.5 ${NAMES};font-variant-numeric:tabular-nums lining-nums}`
    + `#caption{margin:24px 0 0;font-size:14px;opacity:0.75;overflow-wrap:anywhere}`;
}

/** Write what a component was given so that a script can read it again. */
function carried(data) {
  if (!(data instanceof Uint8Array)) return safe(JSON.stringify(data));
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  return `Uint8Array.from(atob("${btoa(text)}"), (one) => one.charCodeAt(0))`;
}

/** Keep a script from ending its own element. */
function safe(script) {
  return script.replace(/<(?=\/script|!--|script)/gi, "\\x3c");
}
