const LISTED = 8;

/** Make the list of one head's keys: weight × length of v · W_O = length of what arrives. */
function arrivals() {
  const [title, said, table, more] = [el("h3"), el("p", { class: "said" }), el("table"), el("p", { class: "second" })];
  const node = el("section", { class: "arrives" }, title, said, el("div", { class: "scroll" }, table), more);
  const draw = ({ data, numbers, head }) => {
    const { words, asking } = data;
    const rows = arrivingRows(data, numbers, head);
    const listed = rows.slice(0, LISTED);
    setText(title, filled(words.arrives, { head, query: asking }));
    said.replaceChildren(arrivalSentence(rows, words));
    const most = peak(rows.map((row) => row.product));
    const heading = (name) => el("th", { scope: "col" }, ...indexed(name));
    const space = () => el("td", { class: "strip" });
    const line = el("tr", {}, heading(words.key), heading(words.weight), space(), heading(words.times), heading(words.product), space());
    const focused = [...table.querySelectorAll("button")].indexOf(node.getRootNode().activeElement);
    table.replaceChildren(el("thead", {}, line), el("tbody", {}, ...listed.map((row) => arrivalRow(row, most, words))));
    if (focused >= 0) table.querySelectorAll("button")[focused]?.focus();
    const weight = fmt(rows.slice(LISTED).reduce((sum, row) => sum + row.weight, 0));
    const left = rows.length - listed.length;
    setText(more, `${left > 0 ? `${filled(words.more, { n: left, weight })} ` : ""}${words.cancel}`);
  };
  return { node, draw };
}

/** Give a head's keys, the heaviest first, with what arrives from each. */
function arrivingRows(data, { weights, valueLengths }, head) {
  const rows = data.labels.map((label, key) => {
    const [weight, length] = [weights[head][key], valueLengths[head][key]];
    return { key, label, weight, length, product: weight * length };
  });
  return rows.filter(({ key }) => !data.masked[key]).sort((a, b) => b.weight - a.weight || a.key - b.key);
}

function arrivalRow({ key, label, weight, length, product }, most, words) {
  const bar = (kind, share) => el("td", { class: "strip" }, el("i", { class: kind, style: `width: ${share * 100}%` }));
  const cell = (value, name) => el("td", {}, setNumber(numberButton(), value, 4, `${label}, ${name}`));
  const name = el("th", { scope: "row" }, el("bdi", {}, label), el("small", {}, ` ${key}`));
  const numbers = [cell(weight, words.weight), bar("weight", weight), cell(length, words.times), cell(product, words.product)];
  return el("tr", {}, name, ...numbers, bar("value", product / most));
}

/** Say whether the heaviest key is also the one most arrives from. */
function arrivalSentence(rows, words) {
  const first = rows[0];
  const most = rows[largest(rows.map((row) => row.product))];
  const said = sentence(most === first ? words.say_key : words.say_keys);
  said.say({ key: first.label, weight: fmt(first.weight, 3), value: fmt(first.product, 3), other: most.label, most: fmt(most.product, 3) });
  return said.node;
}
