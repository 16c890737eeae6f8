/** Make the picture's twin: a table of every head with its numbers, opened on demand. */
function headTable() {
  const [summary, table] = [el("summary"), el("table")];
  const node = el("details", { class: "twin" }, summary, el("div", { class: "scroll" }, table));
  let state = null;
  const draw = (shown) => {
    state = shown;
    setText(summary, state.data.words.table);
    if (node.open) fill();
  };
  const fill = () => {
    const { data, numbers, number } = state;
    const { words, labels } = data;
    const names = [words.head_name, words.largest, words.key, words.length, filled(words.number, { number })];
    const heading = el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, ...indexed(name))));
    const rows = numbers.contributions.map((row, head) => el("tr", {},
      el("th", { scope: "row" }, String(head)),
      el("td", {}, fmt(numbers.largestWeights[head])),
      el("td", {}, el("bdi", {}, labels[numbers.tops[head]])),
      el("td", {}, fmt(numbers.lengths[head])),
      el("td", {}, fmt(row[number]))));
    const sum = headSum(numbers, number);
    const bias = numbers.bias?.[number] ?? 0;
    const ends = [["Σ", sum], [numbers.bias ? `+ ${words.bias}` : words.no_bias, bias], ["=", sum + bias], [words.own, numbers.own[number]]];
    const foot = ends.map(([name, value]) => el("tr", {}, el("th", { scope: "row", colspan: 4 }, name), el("td", {}, fmt(value))));
    table.replaceChildren(el("thead", {}, heading), el("tbody", {}, ...rows), el("tfoot", {}, ...foot));
  };
  node.addEventListener("toggle", () => node.open && fill());
  return { node, draw };
}
