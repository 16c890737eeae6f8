/** Make the lines below the picture: which head, and what its cell says. */
function readout() {
  const node = el("div", { class: "readout" });
  const habit = el("span", { class: "habit" });
  let words = null;
  let lines = {};
  const rebuild = (data) => {
    words = data.words;
    const names = ["name", "gives", "gives_most", "masked"];
    lines = Object.fromEntries(names.map((name) => [name, sentence(words[name])]));
    const idle = matchMedia("(pointer: coarse)").matches ? words.idle_touch : words.idle;
    lines.idle = { node: el("span", { class: "second" }, idle), say: () => undefined };
    lines.name.node.classList.add("name");
    lines.name.node.append(habit);
    node.replaceChildren(...["idle", ...names].map((name) => lines[name].node));
  };
  const show = (...names) => {
    for (const [name, line] of Object.entries(lines)) line.node.hidden = !names.includes(name);
  };
  const say = (data, at) => {
    if (words !== data.words) rebuild(data);
    if (!at) return show("idle");
    lines.name.say(at);
    setText(habit, data.marks ? ` · ${spokenPatterns(data, at.layer, at.head)}` : "");
    if (at.row === null) return show("name");
    const { kind, values } = cellFacts(data, at);
    lines[kind].say(values);
    show("name", kind);
  };
  return { node, say };
}

/** Give the value of the cell a place names, 65535 where nothing there may be looked at. */
function cellValue(data, { layer, head, row, column }) {
  return data.body[((layer * data.n_heads + head) * data.rows + row) * data.columns + column];
}

/** Give the sentence that fits a cell, and what stands in its places. */
function cellFacts(data, at) {
  const value = cellValue(data, at);
  const [query, key] = [queryLabel(data, at.row), keyLabel(data, at.column)];
  if (value === MASKED) return { kind: "masked", values: { query, key } };
  const kind = data.step === 1 ? "gives" : "gives_most";
  return { kind, values: { query, key, weight: thousandths(value) } };
}

function queryLabel({ labels, step, words }, row) {
  return cellLabel(labels, step, words, row);
}

function keyLabel({ key_labels, step, words }, column) {
  return cellLabel(key_labels, step, words, column);
}

/** Name the tokens of one row or column: its label, or a range where several share a cell. */
function cellLabel(labels, step, words, cell) {
  const first = cell * step;
  const last = Math.min(labels.length, first + step) - 1;
  if (first === last) return labels[first];
  return filled(words.range, {
    first, last, first_label: labels[first], last_label: labels[last],
  });
}

/** Give the cell of the chosen query and key in a head; without a key there is none. */
function chosenCell(data, layer, head) {
  if (data.key === null) return { layer, head, row: null, column: null };
  const cell = (token) => Math.floor(token / data.step);
  return { layer, head, row: cell(data.query), column: cell(data.key) };
}

/** Say a place's head and cell in one line of plain text. */
function spoken(data, at) {
  const habits = data.marks ? `, ${spokenPatterns(data, at.layer, at.head)}` : "";
  const name = filled(data.words.name, at) + habits;
  if (at.row === null) return name;
  const { kind, values } = cellFacts(data, at);
  return `${name}. ${filled(data.words[kind], values)}`;
}

/** Make the picture's twin for screen readers: every head's weight for the chosen pair. */
function twin(data) {
  const heading = (text) => el("th", { scope: "col" }, text);
  const columns = ["layer", "head", "weight", ...(data.marks ? ["pattern"] : [])];
  const names = columns.map((name) => heading(data.words[name]));
  const body = el("tbody");
  for (let layer = 0; layer < data.n_layers; layer++)
    for (let head = 0; head < data.n_heads; head++) {
      const { kind, values } = cellFacts(data, chosenCell(data, layer, head));
      const weight = kind === "masked" ? data.words.may_not_look : values.weight;
      const habit = data.marks ? [spokenPatterns(data, layer, head)] : [];
      body.append(el("tr", {}, ...[layer, head, weight, ...habit].map((x) => el("td", {}, String(x)))));
    }
  const pair = { query: queryLabel(data, Math.floor(data.query / data.step)) };
  pair.key = keyLabel(data, Math.floor(data.key / data.step));
  const caption = el("caption", {}, filled(data.words.table, pair));
  return el("table", {}, caption, el("thead", {}, el("tr", {}, ...names)), body);
}
