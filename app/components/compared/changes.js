/** Make the list of the largest changes between words; a click chooses the pair. */
function changeList() {
  const [title, list, note] = [el("h3"), el("ol"), el("p", { class: "second" })];
  const node = el("section", { class: "changes" }, title, list, note);
  const draw = ({ data, numbers }, choose) => {
    const { words, changes } = data;
    setText(title, words.changes);
    setText(note, changes.length ? words.without_special : words.no_changes);
    list.replaceChildren(...changes.map(([query, key]) => changeItem(data, numbers, query, key, choose)));
  };
  return { node, draw };
}

function changeItem(data, { n, maps }, query, key, choose) {
  const [before, after, difference] = maps.map((map) => map[query * n + key]);
  const pair = el("span", { class: "pair" },
    el("b", { class: "query" }, ...placed(data, query)), el("span", { class: "to" }, " \u2192 "),
    el("b", { class: "key" }, ...placed(data, key)));
  const numbers = el("span", { class: "from" }, `${digits(before, 3)} \u2192 ${digits(after, 3)}`);
  const size = el("b", { class: difference < 0 ? "fell" : "rose" }, withSign(difference, 3));
  const on = query === data.query && key === data.key;
  return el("li", {}, el("button", { type: "button", "aria-pressed": String(on), onclick: () => choose(query, key) }, pair, numbers, size));
}
