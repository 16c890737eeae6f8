const LISTED = 24;

/** Make the row that moves: a hollow dot where a weight was, a full one where it is. */
function movingRow(choose) {
  const [title, head, body, foot] = [el("h2"), el("thead"), el("tbody"), el("tfoot")];
  const more = el("button", { type: "button", class: "more" });
  const node = el("section", { class: "moving" }, title, el("table", {}, head, body, foot), more);
  const state = { all: false, rows: new Map(), shown: null };
  const draw = (data, row) => {
    const { words, labels, query } = data;
    setText(title, filled(words.row, { query: labels[query] }));
    head.replaceChildren(headings([words.key, words.before, words.after, words.difference], ["0", "1"]));
    head.querySelectorAll("th")[1].className = "hollow";
    head.querySelectorAll("th")[2].className = "full";
    const listed = state.all || labels.length <= LISTED ? labels.map((_, i) => i) : foremost(row);
    if (state.rows.size > labels.length) state.rows.clear();
    body.replaceChildren(...listed.map((key) => movedRow(state.rows, key, data, row, choose)));
    const total = (values) => fmt(values.reduce((sum, value) => sum + value, 0));
    foot.replaceChildren(el("tr", {}, el("th", { scope: "row" }, "Σ"), el("td", { class: "was" }, total(row.before)), el("td", {}, total(row.after)), el("td"), el("td")));
    more.hidden = labels.length <= LISTED;
    setText(more, state.all ? words.fewer : filled(words.all, { n: labels.length }));
    state.shown = () => draw(data, row);
  };
  more.addEventListener("click", () => {
    state.all = !state.all;
    state.shown();
  });
  return { node, draw };
}

function headings(names, ends) {
  const cells = names.map((name) => el("th", { scope: "col" }, name));
  const scale = el("th", { class: "ends", "aria-hidden": "true" }, ...ends.map((end) => el("span", {}, end)));
  return el("tr", {}, ...cells, scale);
}

/** Give the keys that matter most before or after, in the order of the sentence. */
function foremost({ before, after }) {
  const weight = (key) => Math.max(before[key], after[key]);
  const order = Array.from(before, (_, key) => key).sort((a, b) => weight(b) - weight(a) || a - b);
  return order.slice(0, LISTED).sort((a, b) => a - b);
}

/** Give a token's position where its label alone would not tell it from another. */
function placed(labels, index) {
  return labels.indexOf(labels[index]) === labels.lastIndexOf(labels[index]) ? "" : ` ${index}`;
}

/** Bring one key's row up to date; its dots are kept, so that they travel. */
function movedRow(rows, key, data, row, choose) {
  if (!rows.has(key)) rows.set(key, blankRow(key, choose));
  const { node, name, cells, dots } = rows.get(key);
  const [before, after] = [row.before[key], row.after[key]];
  const difference = after - before;
  setText(name.firstChild, data.labels[key]);
  setText(name.lastChild, placed(data.labels, key));
  setAttribute(name, "aria-pressed", String(key === data.key));
  node.className = [key === data.key && "chosen", data.blocked[key] && row.isBarred[key] && "blocked"].filter(Boolean).join(" ");
  setText(cells[0], row.wasBarred[key] ? data.words.barred : fmt(before));
  setText(cells[1], row.isBarred[key] ? data.words.barred : fmt(after));
  setText(cells[2], signed(difference));
  cells[2].className = Math.abs(difference) < 5e-5 ? "second" : difference < 0 ? "negative" : "";
  dots.span.style.left = `${Math.min(before, after) * 100}%`;
  dots.span.style.width = `${Math.abs(difference) * 100}%`;
  dots.from.style.left = `${before * 100}%`;
  dots.to.style.left = `${after * 100}%`;
  return node;
}

function blankRow(key, choose) {
  const name = el("button", { type: "button", onclick: () => choose(key) }, el("bdi"), el("small"));
  const cells = ["was", "is", ""].map((kind) => el("td", { class: kind }));
  const dots = { span: el("i", { class: "span" }), from: el("i", { class: "from" }), to: el("i", { class: "to" }) };
  const strip = el("td", { class: "strip", "aria-hidden": "true" }, el("div", {}, dots.span, dots.from, dots.to));
  return { node: el("tr", {}, el("th", { scope: "row" }, name), ...cells, strip), name, cells, dots };
}

/** Give a difference with its sign; none for what rounds to zero. */
function signed(value, places = 4) {
  const text = fmt(value, places);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}
