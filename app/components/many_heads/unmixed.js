/** Make what opens below the sum: the output as it would be if the heads were only set side by side. */
function unmixedHeads() {
  const [summary, lead, said] = [el("summary"), el("p", { class: "second" }), el("p", { class: "said" })];
  const [own, concat] = [el("div", { class: "row" }), el("div", { class: "row" })];
  const pair = el("p", { class: "total" });
  const node = el("details", { class: "unmixed" }, summary, lead, own, concat, pair, said);
  let state = null;
  const draw = (shown) => {
    state = shown;
    const { data } = state;
    node.hidden = !data.unmixed;
    setIndexed(summary, data.words.unmixed);
    if (node.open && data.unmixed) fill();
  };
  const fill = () => {
    const { data, numbers, number } = state;
    const { words, unmixed } = data;
    const side = numbers.z.flatMap((z) => Array.from(z));
    const max = peak(numbers.own, side);
    setText(lead, words.unmixed_lead);
    own.replaceChildren(rowName(words.output, words.own), plate(numbers.own, max, "out"));
    concat.replaceChildren(rowName(words.unmixed_name, words.unmixed_note), plate(side, max));
    const values = { cosine: fmt(unmixed.cosine, 3), length: fmt(unmixed.length, 3), own: fmt(unmixed.own_length, 3) };
    setIndexed(said, filled(words.unmixed_said, values));
    const name = filled(words.number, { number });
    const term = (label, value) => el("span", {}, `${label} `, setNumber(numberButton(), value, 4, `${name}, ${label}`));
    pair.replaceChildren(el("b", {}, name), term(words.own, numbers.own[number]), term(words.unmixed_pair, side[number]));
    for (const cursor of node.querySelectorAll(".cursor")) cursor.style.left = `${((number + 0.5) / data.d_out) * 100}%`;
  };
  const plate = (vector, max, part = null) =>
    el("div", { class: "plate", "data-part": part }, comb(vector, { max, height: 56 }), el("i", { class: "cursor" }));
  node.addEventListener("toggle", () => node.open && fill());
  return { node, draw };
}
