/**
 * Give the tokens of both texts as one line, the keys' behind the queries'; `split` is where they
 * begin, 0 where the same tokens are both.
 */
function joined(data) {
  const { others, labels } = data;
  if (!others) return { ...data, split: 0 };
  const lines = Object.entries(others).map(([name, values]) => [name, [...data[name], ...values]]);
  const key = data.key === null ? null : data.key + labels.length;
  return { ...data, ...Object.fromEntries(lines), key, split: labels.length };
}

/** Give what a token gets from the query, undefined for one that nobody looks at here. */
function weightOf(i, { body, split }) {
  return body[i - split];
}

/** Give what stands in the line: the buttons; of two texts each on lines of its own, named. */
function placed(buttons, { split, words }) {
  if (!split) return buttons;
  const text = (side, own) =>
    el("div", { class: "of-two", role: "group", "aria-label": words[side] },
      el("span", { class: "side", "aria-hidden": "true" }, words[side]), el("div", { class: "strip" }, ...own));
  return [text("target", buttons.slice(0, split)), text("source", buttons.slice(split))];
}
