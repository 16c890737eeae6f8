/** The cards from what comes after scaling to the weights. */
const SOFTMAX_CARDS = {
  softcap(walk, { key }) {
    const { words, softcap } = walk;
    const [scaled, capped] = [walk.numbers.scaled[key], walk.numbers.capped[key]];
    const formula = equation(
      { symbol: "c", value: softcap, first: true }, "· tanh(", { symbol: words.col_scaled, value: scaled, first: true },
      "÷", { symbol: "c", value: softcap }, ") =", { symbol: words.col_capped, value: capped, result: true },
    );
    formula.classList.add("long");
    return [lead(words.lead_softcap, { cap: fmt(softcap) }), formula];
  },

  bias(walk, state) {
    const { words, numbers } = walk;
    const before = columnsAt(walk, numbers.capped ? "softcap" : "scaled").at(-1);
    const { key } = state;
    return [
      lead(words.lead_bias, pairNames(walk, state)),
      equation({ symbol: words[`col_${before}`], value: numbers[before][key], first: true }, "+",
        { symbol: words.col_bias, value: numbers.bias[key] }, "=",
        { symbol: words.col_biased, value: numbers.biased[key], result: true }),
    ];
  },

  mask(walk, state, view) {
    const { words, looks, n_hidden, numbers } = walk;
    const before = NUMBERS.filter((name) => numbers[name] && name !== "bias" && !past(name)).at(-1);
    const hidden = walk.hidden(state.key);
    const which = looks === "everywhere" || n_hidden > 0 ? looks : `${looks}_none`;
    const infinity = el("span", {}, "−∞");
    const result = { symbol: words.col_masked, role: hidden ? "negative" : "", result: true };
    return [
      lead(words[`lead_mask_${which}`], { ...pairNames(walk, state), n: n_hidden }),
      n_hidden > 0 && equation({ symbol: words[`col_${before}`], value: numbers[before][state.key], first: true }, "+",
        hidden ? { symbol: words.mask_term, node: el("span", {}, "(−∞)") } : { symbol: words.mask_term, value: 0 }, "=",
        hidden ? { ...result, node: infinity } : { ...result, value: numbers.masked[state.key] }),
      n_hidden > 0 && hidden && fact(words.masked_pair, pairNames(walk, state)),
      n_hidden > 0 && fact(words.masked_before),
      walk.sums.late !== undefined && opener(view, "late", words.open_late, () => maskedLate(walk)),
    ];
  },

  sink(walk) {
    const { words, sums } = walk;
    return [
      lead(words.lead_sink),
      equation({ symbol: words.sink_row, value: sums.sink, result: true }),
      fact(words.sink_fact, { weight: num(sums.sink_weight) }),
    ];
  },

  shifted(walk, state) {
    const { words, numbers, sums } = walk;
    if (walk.hidden(state.key)) return [lead(words.lead_shifted), maskedFact(walk, state)];
    const name = logits(walk);
    return [
      lead(words.lead_shifted),
      equation({ symbol: words[`col_${name}`], value: numbers[name][state.key], first: true }, "−",
        { symbol: words.max, value: sums.max }, "=", { symbol: words.col_shifted, value: numbers.shifted[state.key], result: true }),
      numbers.shifted[state.key] === 0 && fact(words.is_max),
    ];
  },

  exp(walk, state) {
    const { words, numbers, sums } = walk;
    if (walk.hidden(state.key)) return [lead(words.lead_exp), maskedFact(walk, state)];
    const { exp, shifted } = numbers;
    const seen = Array.from(exp.keys()).filter((row) => !walk.hidden(row));
    const shown = seen.slice(0, 3).map((row) => fmt(exp[row]));
    const more = walk.n_tokens > 4 ? " + …" : "";
    return [
      lead(words.lead_exp),
      equation({ node: el("span", {}, "e", el("sup", {}, num(shifted[state.key]))) }, "=",
        { symbol: words.col_exp, value: exp[state.key], result: true }),
      el("p", { class: "fact" }, `Σ = ${shown.join(" + ")}${more} = `, el("b", {}, num(sums.sum))),
    ];
  },

  weights(walk, state, view) {
    const { words, numbers, sums } = walk;
    const names = pairNames(walk, state);
    const { key } = state;
    if (walk.hidden(key)) return [lead(words.lead_weights), maskedFact(walk, state)];
    const weight = numbers.weights[key];
    return [
      lead(words.lead_weights),
      equation({ symbol: words.col_exp, value: numbers.exp[key], first: true }, "÷",
        { symbol: "Σ", value: sums.sum }, "=", { symbol: words.col_weights, value: weight, role: "weight", result: true }),
      el("p", { class: "lead" }, said(words.gives, { ...names, weight: fmt(weight, 3) })),
      wholeWay(walk, key),
      sums.sink === undefined ? fact(words.row_alone) : fact(words.sink_fact, { weight: num(sums.sink_weight) }),
      opener(view, "reason", words.open_reason, () => fact(words.no_reason)),
    ];
  },
};

function maskedFact(walk, state) {
  return fact(walk.words.masked_pair, pairNames(walk, state));
}

/** Show the row as it would be if the mask came only after softmax: it no longer adds up to 1. */
function maskedLate(walk) {
  const { words, numbers, sums, labels } = walk;
  const late = rowOf(walk.matrices.late, 0);
  const row = (label, i) => ({ cells: [label, ...(walk.hidden(i) ? [hiddenText(walk, "weights"), "0"] : [numbers.weights[i], late[i]])] });
  const rows = [...labels.map(row), { cells: ["Σ", sums.total, sums.late], kind: "total" }];
  const headings = [words.col_token, words.col_weights, words.late_name];
  return el("div", {}, fact(words.late, { sum: num(sums.late) }), tabled(headings, rows, "named"));
}

/** Write the whole way to one weight as lines to type into a calculator. */
function wholeWay(walk, key) {
  const { numbers, sums, scale, scaling, softcap, words } = walk;
  const root = scaling === "root" || scaling === "other_root";
  const lines = [[fmt(numbers.scores[key]), root ? "÷" : "×", fmt(root ? 1 / scale : scale), numbers.scaled[key]]];
  if (numbers.capped) lines.push([`${fmt(softcap)} · tanh`, "", `(${fmt(numbers.scaled[key])} ÷ ${fmt(softcap)})`, numbers.capped[key]]);
  const before = numbers.capped ?? numbers.scaled;
  if (numbers.bias) lines.push([fmt(before[key]), "+", bracketed(numbers.bias[key]), numbers.biased[key]]);
  lines.push([fmt(numbers.masked[key]), "−", bracketed(sums.max), numbers.shifted[key]]);
  const power = el("span", {}, "e", el("sup", {}, fmt(numbers.shifted[key])));
  lines.push(["", "", power, numbers.exp[key]]);
  lines.push([fmt(numbers.exp[key]), "÷", fmt(sums.sum), numbers.weights[key]]);
  const rows = lines.map(([a, sign, b, result], i) => ({
    cells: [a, sign, b, "=", result], kind: i === lines.length - 1 ? "last" : "",
  }));
  const table = tabled(["", "", "", "", ""], rows, "way");
  return el("div", { class: "check" }, el("p", { class: "label" }, words.whole_way), table);
}
