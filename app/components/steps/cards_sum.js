/** The cards of the weighted sum and of the way into the layer's output. */
const SUM_CARDS = {
  sum(walk, state, view) {
    const { words, numbers } = walk;
    const { key, dimension: d } = state;
    const [weight, value] = [numbers.weights[key], walk.vector("v", key)[d]];
    const z = walk.vector("z", walk.query);
    const values = { value: words.word_value, weight: words.word_weight, n: walk.n_tokens };
    return [
      lead(words.lead_sum, values),
      dimensionPicker(view, z.length, d),
      equation({ symbol: words.word_weight, value: weight, role: "weight", first: true }, "·",
        { symbol: `v(${walk.label(key)})[${d}]`, value, role: "value" }, "=", { symbol: "", value: weight * value, result: true }),
      equation({ symbol: `Σ w · v[${d}]`, node: el("span", { class: "size" }, filled(words.n_products, { n: walk.n_tokens })) }, "=",
        { symbol: `z(${walk.asking})[${d}]`, value: z[d], role: "value", result: true }),
      opener(view, "sum", filled(words.open_sum, { d, n: walk.n_tokens }), () => sumProducts(walk, state, view)),
      opener(view, "lengths", words.open_lengths, () => lengths(walk, key)),
      opener(view, "z", filled(words.open_vector, { n: z.length, name: `z(${walk.asking})` }), () => allNumbers(z)),
    ];
  },

  output(walk, state, view) {
    const { words, matrices } = walk;
    if (!matrices.total) return [lead(words.output_missing)];
    const d = Math.min(state.output, matrices.total.columns - 1);
    const at = (name) => rowOf(matrices[name], 0)[d];
    const bias = matrices.bias_o ? ["+", { symbol: symbol(`${words.col_bias} b_O`), value: at("bias_o") }] : [];
    const values = { head: walk.head, n: walk.n_heads, d_head: matrices.z.columns, d_model: matrices.total.columns };
    const all = filled(words.open_output, { n: matrices.total.columns });
    const sum = equation(
      { symbol: filled(words.this_head, { head: walk.head }), value: at("added"), first: true }, "+",
      { symbol: filled(words.other_heads, { n: walk.n_heads - 1 }), value: at("others") }, ...bias, "=",
      { symbol: words.output_name, value: at("total"), result: true },
    );
    sum.classList.add("long");
    return [
      lead(words.lead_output, values),
      outputPicker(view, matrices.total.columns, d),
      sum,
      fact(words.output_pick),
      fact(words.output_then),
      opener(view, "total", all, () => allNumbers(rowOf(matrices.total, 0))),
    ];
  },
};

/** Let the keyboard choose the dimension that a click on a bar also chooses. */
function dimensionPicker(view, n, d) {
  const { words } = view.walk;
  const names = [words.dimension_down, words.dimension_up];
  return picker(filled(words.dimension, { d }), names, (way) => view.set({ dimension: (d + way + n) % n }));
}

/** Let the keyboard choose the number of the output that a click on a bar also chooses. */
function outputPicker(view, n, d) {
  const { words } = view.walk;
  const names = [words.output_previous, words.output_next];
  return picker(filled(words.output_number, { d }), names, (way) => view.set({ output: (d + way + n) % n }));
}

function picker(label, names, move) {
  const button = (sign, name, way) =>
    el("button", { type: "button", "aria-label": name, title: name, "data-stop": name, onclick: () => move(way) }, sign);
  return el("div", { class: "picker" }, button("‹", names[0], -1), el("span", {}, label), button("›", names[1], 1));
}

/** List weight × value of one dimension for every key, in the text's order or the largest first. */
function sumProducts(walk, { key, dimension: d, sorted }, view) {
  const { words, numbers } = walk;
  const rows = walk.labels.map((label, row) => {
    const [weight, value] = [numbers.weights[row], walk.vector("v", row)[d]];
    return { row, label, weight, value, product: weight * value };
  });
  if (sorted) rows.sort((a, b) => Math.abs(b.product) - Math.abs(a.product));
  const body = rows.map(({ row, label, weight, value, product }) => ({
    cells: walk.hidden(row)
      ? [el("bdi", {}, label), hiddenText(walk, "weights"), colouredNumber(value, "value"), "0"]
      : [el("bdi", {}, label), colouredNumber(weight, "weight"), colouredNumber(value, "value"), product],
    kind: row === key ? "chosen" : "",
  }));
  const rest = walk.n_tokens - walk.n;
  if (rest > 0)
    body.push({ cells: [filled(words.rest, { n: rest }), num(walk.sums.rest_weight), "", walk.vector("rest", 0)[d]] });
  const sum = total(rows.map(({ product }) => product)) + (rest > 0 ? walk.vector("rest", 0)[d] : 0);
  body.push({ cells: [`z[${d}]`, "", "", sum], kind: "total" });
  const options = [["text", words.in_order], ["size", words.largest_first]];
  const order = segments("order", options, sorted ? "size" : "text", (id) => view.set({ sorted: id === "size" }));
  const headings = [words.col_token, words.word_weight, `v[${d}]`, "w · v"];
  return el("div", { class: "products" }, order, tabled(headings, body, "named"));
}

/** Rank the keys by what they really add: weight times the length of v. */
function lengths(walk, key) {
  const { words, numbers } = walk;
  const [own, added] = ["lengths", "added_lengths"].map((name) => rowOf(walk.matrices[name], 0));
  const order = Array.from(added.keys()).sort((a, b) => added[b] - added[a]);
  const rows = order.map((row) => ({
    cells: walk.hidden(row)
      ? [el("bdi", {}, walk.label(row)), hiddenText(walk, "weights"), own[row], "0"]
      : [el("bdi", {}, walk.label(row)), colouredNumber(numbers.weights[row], "weight"), own[row], added[row]],
    kind: row === key ? "chosen" : "",
  }));
  const headings = [words.col_token, words.word_weight, "‖v‖", "w · ‖v‖"];
  return el("div", {}, tabled(headings, rows, "named"), el("p", { class: "fact" }, words.lengths_fact));
}

const CARDS = { ...SCORE_CARDS, ...SOFTMAX_CARDS, ...SUM_CARDS };
