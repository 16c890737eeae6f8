const [ALL_ROWS, TOP_ROWS] = [26, 16];

/** Make the table of the chosen row: every key before and after, with the way between. */
function rowTable() {
  const [title, table, more] = [el("h3"), el("table"), el("p", { class: "second" })];
  const node = el("section", { class: "row" }, title, el("div", { class: "scroll" }, table), more);
  const draw = ({ data, numbers }, choose) => {
    const { words } = data;
    setText(title, filled(words.row_title, { query: placeName(data, data.query) }));
    const keys = listedKeys(data, numbers);
    const heading = (name, kind) => el("th", { scope: "col", class: kind }, name);
    const head = el("tr", {}, heading(words.key, "name"), heading(words.before, "hollow"), heading(words.after, "full"), heading(words.difference), el("td", { class: "track" }, el("span", {}, "0"), el("span", {}, "1")));
    table.replaceChildren(el("thead", {}, head), el("tbody", {}, ...keys.map((key) => rowOf(data, numbers, key, choose))));
    setText(more, keys.length < numbers.n ? filled(words.shown_of, { n: keys.length, total: numbers.n }) : "");
  };
  return { node, draw };
}

/** Give the keys with a row: all of a short text, else those that count or change most. */
function listedKeys(data, { n, maps }) {
  const all = Array.from({ length: n }, (_, key) => key);
  if (n <= ALL_ROWS) return all;
  const size = (key) => maps.reduce((most, map) => Math.max(most, Math.abs(map[data.query * n + key]) || 0), 0);
  const sizes = all.map(size);
  const best = [...all].sort((a, b) => sizes[b] - sizes[a]).slice(0, TOP_ROWS);
  return [...new Set([...best, data.key])].sort((a, b) => a - b);
}

function rowOf(data, { n, maps }, key, choose) {
  const [before, after, difference] = maps.map((map) => map[data.query * n + key]);
  const { words } = data;
  const number = (value) => (Number.isNaN(value) ? words.absent : value === NO_LOOK ? words.barred : digits(value, 4));
  const change = Number.isNaN(difference) ? "" : withSign(difference, 4);
  const name = el("button", { type: "button", onclick: () => choose(data.query, key) }, ...placed(data, key));
  const attributes = key === data.key ? { class: "chosen", "aria-current": "true" } : {};
  return el("tr", attributes, el("th", { scope: "row", class: data.special[key] ? "special" : null }, name),
    el("td", {}, number(before)), el("td", { class: "after" }, number(after)), el("td", { class: change.startsWith("\u2212") ? "fell" : null }, change),
    el("td", { class: "track", "aria-hidden": "true" }, way(before, after)));
}

/** Draw the way from a hollow dot to a full one on a line from 0 to 1. */
function way(before, after) {
  const line = el("i", { class: "line" });
  const [a, b] = [before, after].map((value) => (value >= 0 ? value : null));
  if (a !== null && b !== null) {
    const span = el("i", { class: "span", style: `left: ${Math.min(a, b) * 100}%; width: ${Math.abs(a - b) * 100}%` });
    line.append(span);
  }
  if (a !== null) line.append(el("i", { class: "dot from", style: `left: ${a * 100}%` }));
  if (b !== null) line.append(el("i", { class: "dot to", style: `left: ${b * 100}%` }));
  return line;
}
