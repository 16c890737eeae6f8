/** The same facts as a plain table, for screen readers and for copying. */
function createTwin(view) {
  const summary = el("summary", {});
  const exact = el("input", { type: "checkbox", id: "exact" });
  const label = el("label", { for: "exact" });
  const caption = el("p", { class: "fact" });
  const table = el("div", { class: "scroll", tabindex: 0 });
  const body = el("div", {}, el("p", { class: "exact" }, exact, label), caption, table);
  const node = el("details", { class: "twin" }, summary, body);
  const draw = () => {
    const { words } = view.walk;
    setText(summary, words.twin);
    setText(label, words.exact);
    if (node.open) fillTwin(view, { caption, table, exact: exact.checked });
  };
  node.addEventListener("toggle", draw);
  exact.addEventListener("change", draw);
  return { node, draw };
}

function fillTwin({ walk, state }, { caption, table, exact }) {
  const { title, headings, rows } = twinFacts(walk, state);
  const written = (value) => (exact ? allDigits(value) : fmt(value));
  const cell = (value) => el("td", {}, typeof value === "number" ? written(value) : value);
  const head = el("tr", {}, ...headings.map((text) => el("th", { scope: "col" }, el("bdi", {}, text))));
  const body = rows.map(([first, ...values]) =>
    el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, first)), ...values.map(cell)));
  setText(caption, title);
  table.replaceChildren(el("table", { class: "figures twin" }, el("thead", {}, head), el("tbody", {}, ...body)));
}

function twinFacts(walk, state) {
  const title = walk.words[`title_${state.stage}`];
  const facts = state.rows === "all" ? matrixFacts(walk, state.stage) : rowFacts(walk, state.stage);
  return { title, ...facts };
}

/** Give a whole matrix of a stage: a row per query. */
function matrixFacts(walk, stage) {
  const name = MATRIX_OF[stage] ?? { x: "x", qkv: "q", output: "z" }[stage];
  const matrix = walk.matrices[name];
  const square = NUMBERS.includes(name);
  const over = square ? walk.labels : Array.from({ length: matrix.columns }, (_, i) => String(i));
  const both = walk.matrices.x_query && name === "x" ? ["x_query", name] : [name];
  const rows = both.flatMap((one) => rowLabels(walk, one).map((label, row) => [label, ...masked(walk, one, row)]));
  return { headings: [walk.words.word_query, ...over], rows };
}

function masked(walk, name, row) {
  const barred = (column) => past(name) && rowOf(walk.matrices.masked, row)[column] === -Infinity;
  return Array.from(rowOf(walk.matrices[name], row), (value, i) => (barred(i) ? hiddenText(walk, name) : value));
}

/** Give what the table shows of one row at a stage: vectors by dimension, or all numbers so far. */
function rowFacts(walk, stage) {
  const { words, query } = walk;
  const vectors = (names) => names.flatMap(([name, rows]) =>
    rows.map((row) => [`${name}(${walk.label(row)})`, ...walk.vector(name, row)]));
  const asked = (name) => [`${name}(${walk.asking})`, ...walk.own(name)];
  const every = walk.labels.map((_, row) => row);
  const dimensions = (n) => ["", ...Array.from({ length: n }, (_, i) => String(i))];
  if (stage === "x")
    return { headings: dimensions(walk.d_model), rows: [...(walk.is_cross ? [asked("x")] : []), ...vectors([["x", every]])] };
  if (stage === "qkv")
    return { headings: dimensions(walk.d_head), rows: [asked("q"), ...vectors([["k", every], ["v", every]])] };
  if (stage === "sum") return sumFacts(walk, dimensions);
  if (stage === "output") return outputFacts(walk, dimensions);
  const names = columnsAt(walk, stage);
  const rows = every.map((row) => [
    walk.label(row),
    ...names.map((name) => (past(name) && walk.hidden(row) ? hiddenText(walk, name) : walk.numbers[name][row])),
  ]);
  const { sums } = walk;
  const own = { shifted: "", exp: sums.rest_exp, weights: sums.rest_weight };
  if (walk.n_tokens > walk.n && SOFTMAX.includes(stage))
    rows.push([filled(words.rest, { n: walk.n_tokens - walk.n }), ...names.map((name) => own[name] ?? "")]);
  const sink = { [logits(walk)]: sums.sink, shifted: sums.sink_shifted, exp: sums.sink_exp, weights: sums.sink_weight };
  if (sums.sink !== undefined && (SOFTMAX.includes(stage) || stage === "sink"))
    rows.push([words.sink_row, ...names.map((name) => sink[name] ?? "")]);
  const foot = { exp: sums.sum, weights: sums.total + (sums.sink_weight ?? 0) };
  if (stage === "exp" || stage === "weights") rows.push(["Σ", ...names.map((name) => foot[name] ?? "")]);
  return { headings: [words.col_token, ...names.map((name) => words[`col_${name}`])], rows };
}

function sumFacts(walk, dimensions) {
  const { words, numbers, query } = walk;
  const [, ...over] = dimensions(walk.matrices.v.columns);
  const rows = walk.labels.map((label, row) => {
    const weight = numbers.weights[row];
    return [label, weight, ...Array.from(walk.vector("v", row), (value) => weight * value)];
  });
  if (walk.n_tokens > walk.n)
    rows.push([filled(words.rest, { n: walk.n_tokens - walk.n }), walk.sums.rest_weight, ...walk.vector("rest", 0)]);
  rows.push([`z(${walk.asking})`, walk.sums.total, ...walk.vector("z", query)]);
  return { headings: [words.col_token, words.word_weight, ...over.map((i) => `w · v[${i}]`)], rows };
}

function outputFacts(walk, dimensions) {
  const { words, matrices, head } = walk;
  if (!matrices.total) return { headings: dimensions(matrices.z.columns), rows: [["z", ...walk.vector("z", walk.query)]] };
  const line = (label, name) => matrices[name] && [label, ...rowOf(matrices[name], 0)];
  const rows = [
    line(filled(words.this_head, { head }), "added"),
    line(filled(words.other_heads, { n: walk.n_heads - 1 }), "others"),
    line(`${words.col_bias} b_O`, "bias_o"), line(words.output_name, "total"),
  ].filter(Boolean);
  return { headings: dimensions(matrices.total.columns), rows };
}
