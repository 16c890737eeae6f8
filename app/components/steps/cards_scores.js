/** The cards up to the scaled score, each `(walk, state, view) → nodes`. */
const SCORE_CARDS = {
  x(walk, { key }, view) {
    const { words, layer, d_model, is_cross } = walk;
    const same = !is_cross && walk.query === key;
    const [query, other] = [["", walk.asking, walk.own("x")], ["key", walk.label(key), walk.vector("x", key)]];
    const rows = (same ? [other] : [query, other]).map(([id, label, vector]) => ({ id, name: `x(${label})`, vector }));
    return [
      lead(words.lead_x, { layer, d_model }),
      stack(...rows.map(({ name, vector }) => [name, vector, "x"])),
      fact(is_cross ? words.x_cross : layer === 0 ? words.x_first : words.x_later, { layer, ...pairNames(walk, { key }) }),
      ...rows.map(({ id, name, vector }) => opener(view, `x${id}`,
        filled(words.open_vector, { n: d_model, name }), () => allNumbers(vector))),
    ];
  },

  qkv(walk, state, view) {
    const { words, group, d_head, d_model } = walk;
    const { part, key } = state;
    const label = (one) => (one === "q" ? walk.asking : walk.label(key));
    const name = (one) => `${one}(${label(one)})`;
    const role = { q: "query", k: "key", v: "value" }[part];
    const of = (one) => (part === "q" ? walk.own(one) : walk.vector(one, key));
    const vector = of(part);
    const named = { query: words.word_query, key: words.word_key, value: words.word_value };
    const choose = (one) => view.set({ part: one });
    const parts = ["q", "k", "v"].map((one) => [one, name(one), ""]);
    const x = walk.matrices.x && [`x(${label(part)})`, of("x"), "x"];
    const wide = part === "q" ? walk.n_heads * d_head : (walk.n_heads / (group[1] - group[0] + 1)) * vector.length;
    const columns = { matrix: `W${"_"}${part.toUpperCase()}`, wide, d: vector.length, head: walk.head, name: part };
    return [
      lead(words.lead_qkv, named),
      segments("part", parts, part, choose),
      stack(...[x, [name(part), vector, role]].filter(Boolean)),
      projectionFormula(walk, part, d_model, vector.length),
      fact(part !== "q" && group[1] > group[0] ? words.qkv_cut_shared : words.qkv_cut, {
        ...columns, matrix: symbol(columns.matrix), first: group[0], last: group[1],
      }),
      part !== "v" && walk.relation === "rotated" && fact(words.rotated),
      part !== "v" && walk.relation === "normed" && fact(words.normed),
      openNumber(view, name(part), vector, role),
      opener(view, "vector", filled(words.open_vector, { n: vector.length, name: name(part) }), () => allNumbers(vector)),
    ];
  },

  scores(walk, state, view) {
    const { words, query } = walk;
    const { key } = state;
    const [q, k] = [walk.vector("q", query), walk.vector("k", key)];
    const each = products(q, k);
    const [plus, minus] = [each.filter((x) => x >= 0), each.filter((x) => x < 0)];
    const mirrored = !walk.is_cross && key !== query;
    const mirror = mirrored ? rowOf(walk.matrices.scores, key)[query] : 0;
    return [
      lead(words.lead_scores, pairNames(walk, state)),
      stack(
        [`q(${walk.asking})`, q, "query"],
        [`k(${walk.label(key)})`, k, "key"],
        ["q × k", each, "signed", { height: 56 }],
      ),
      equation(
        { symbol: filled(words.positive, { n: plus.length }), value: total(plus), first: true }, "−",
        { symbol: filled(words.negative, { n: minus.length }), value: Math.abs(total(minus)) }, "=",
        { symbol: "q · k", value: walk.numbers.scores[key], result: true },
      ),
      walk.relation === "rotated" && fact(words.rotated_score),
      mirrored && fact(words.mirror, { ...pairNames(walk, state), score: num(mirror) }),
      opener(view, "products", filled(words.open_products, { n: q.length }), () => productTable(q, k, each, view)),
    ];
  },

  scaled(walk, { key }) {
    const { words, scale, scaling, d_head, d_model } = walk;
    const square = Math.round(scale ** -2);
    const root = scaling === "root" || scaling === "other_root";
    const values = {
      d_head, d_model, square, scale: fmt(scale), divisor: fmt(1 / scale), root: fmt(Math.sqrt(d_head)),
      factor: num(walk.q_factor),
    };
    const [score, scaled] = [walk.numbers.scores[key], walk.numbers.scaled[key]];
    const by = root
      ? ["÷", { symbol: `√${square}`, value: 1 / scale }]
      : ["×", { symbol: words.factor, value: scale }];
    return [
      lead(words[`lead_scaled_${scaling}`], values),
      equation({ symbol: "q · k", value: score, first: true }, ...by, "=",
        { symbol: words.col_scaled, value: scaled, result: true }),
      root && walk.matrices.unscaled && unscaledFact(walk),
    ];
  },
};

/** Show one number of a vector, and the way to the products it is the sum of. */
function openNumber(view, name, vector, role) {
  const d = Math.min(view.state.dimension, vector.length - 1);
  const number = el("p", { class: "fact" }, el("b", { class: role }, el("bdi", {}, `${name}[${d}]`)), " = ", num(vector[d]));
  const link = el("p", { class: "fact" }, numberLink(view, view.walk.words.where_from), " →");
  return el("div", { class: "opened-number" }, dimensionPicker(view, vector.length, d), number, link);
}

/** Write x · W + b = q as symbols over the sizes of the matrices. */
function projectionFormula(walk, part, d_in, d_out) {
  const size = (text) => ({ node: el("span", { class: "size" }, text) });
  const index = part.toUpperCase();
  const role = { q: "query", k: "key", v: "value" }[part];
  const turned = part !== "v" && walk.relation === "rotated";
  const bias = walk.has_bias ? ["+", { symbol: symbol(`${walk.words.col_bias} b_${index}`), ...size(`1 × ${d_out}`) }] : [];
  const formula = equation(
    { symbol: "x", ...size(`1 × ${d_in}`) }, "·", { symbol: symbol(`W_${index}`), ...size(`${d_in} × ${d_out}`) },
    ...bias, turned ? "↻" : "=", { symbol: part, role, ...size(`1 × ${d_out}`), result: true },
  );
  formula.classList.add("sizes");
  return formula;
}

/** Compare the row's largest weight with what it would be without the division. */
function unscaledFact(walk) {
  const { weights } = walk.numbers;
  const top = weights.indexOf(Math.max(...weights));
  const raw = rowOf(walk.matrices.unscaled, 0)[top];
  return fact(walk.words.unscaled, { key: walk.label(top), raw: num(raw), weight: num(weights[top]) });
}

/** List the products of q and k with their numbers, and what they add up to. */
function productTable(q, k, each, view) {
  const { words } = view.walk;
  const rows = Array.from(each, (product, i) => ({
    cells: [String(i), colouredNumber(q[i], "query"), colouredNumber(k[i], "key"), colouredNumber(product, product < 0 ? "negative" : "")],
  }));
  const sum = el("p", { class: "products-sum" }, filled(words.sum_of, { n: each.length }), " = ", num(total(each)));
  return el("div", { class: "products" }, tabled(["i", "q", "k", "q × k"], rows), sum);
}

function colouredNumber(value, role) {
  const node = num(value);
  if (role) node.classList.add(role);
  return node;
}
