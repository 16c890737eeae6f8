/** The card: what a stage asks, one sentence, its formula over this row's numbers, what opens. */
function createCard(view) {
  const node = el("section", { class: "card" });
  const draw = () => {
    const { walk, state } = view;
    const { stage } = state;
    const heading = el("h2", {}, walk.words[`title_${stage}`]);
    const parts = CARDS[stage](walk, state, view).filter(Boolean);
    refill(node, heading, ...parts);
  };
  return { node, draw };
}

/** Replace what a node holds and leave the keyboard where it was. */
function refill(node, ...children) {
  const reach = () => Array.from(node.querySelectorAll("[data-stop]"));
  const held = node.getRootNode().activeElement?.dataset?.stop;
  node.replaceChildren(...children.filter(Boolean));
  if (held !== undefined) reach().find((one) => one.dataset.stop === held)?.focus();
}

function lead(template, values) {
  return el("p", { class: "lead" }, said(template, values));
}

function fact(template, values) {
  return el("p", { class: "fact" }, said(template, values));
}

/**
 * Write a formula as symbols over this row's numbers; where it is too wide, it goes on below.
 * A part is a sign, or `{symbol, value, role, result, first}`; a sign stays with the part after it.
 */
function equation(...parts) {
  const terms = [];
  const signs = [];
  for (const part of parts) {
    if (typeof part === "string") signs.push(el("span"), el("span", { class: "sign" }, part));
    else terms.push(el("span", { class: "term" }, ...signs.splice(0), ...termParts(part)));
  }
  return el("div", { class: "equation", role: "math" }, ...terms);
}

function termParts({ symbol, value, role = "", first, result, node }) {
  const shown = node ?? num(value);
  if (!node) setText(shown, first || result ? fmt(value) : bracketed(value));
  const kind = `value-of ${result ? "result" : ""} ${role === "weight" ? "weight" : ""}`;
  return [el("span", { class: `symbol ${role}` }, symbol ?? ""), el("span", { class: kind }, shown)];
}

/** Offer something to open; whether it is open stays while one walks. */
function opener(view, id, label, build) {
  const { open } = view.state;
  const node = el("details", { open: open.has(id) }, el("summary", { "data-stop": id }, label));
  const fill = () => {
    if (node.open && node.children.length < 2) node.append(build());
  };
  fill();
  node.addEventListener("toggle", () => {
    if (node.open) open.add(id);
    else open.delete(id);
    fill();
  });
  return node;
}

/** Make a light table of numbers; a row is `{cells, kind}`, cells are text, numbers or nodes. */
function tabled(headings, rows, kind = "") {
  const cell = (content) => el("td", {}, typeof content === "number" ? num(content) : content);
  const head = el("tr", {}, ...headings.map((heading) => el("th", { scope: "col" }, heading)));
  const body = rows.map(({ cells, kind: own }) => el("tr", { class: own ?? "" }, ...cells.map(cell)));
  return el("table", { class: `figures ${kind}` }, el("thead", {}, head), el("tbody", {}, ...body));
}

/** List all numbers of a vector with their places. */
function allNumbers(vector) {
  const items = Array.from(vector, (value, i) => el("li", {}, el("small", {}, String(i)), num(value)));
  return el("ol", { class: "vector-numbers", tabindex: 0 }, ...items);
}

/** Show vectors as combs under one another, each behind its name. */
function stack(...lines) {
  const cells = lines.flatMap(([name, vector, role, options = {}]) => [
    el("b", { class: role }, el("bdi", {}, name)),
    namedComb(vector, name, { role, height: 40, ...options }),
  ]);
  return el("div", { class: "stack" }, ...cells);
}

/** Offer a choice between few things; `chosen` is told which. */
function segments(name, options, current, chosen) {
  const buttons = options.map(([id, label, role]) => {
    const attributes = { type: "button", class: role, "aria-pressed": String(id === current) };
    const listen = { onclick: () => chosen(id), "data-stop": `${name}-${id}` };
    return el("button", { ...attributes, ...listen }, el("bdi", {}, label));
  });
  return el("div", { class: "segments", role: "group" }, ...buttons);
}

/** Name the pair that is looked at, for sentences. */
function pairNames(walk, { key }) {
  return { query: walk.asking, key: walk.label(key) };
}
