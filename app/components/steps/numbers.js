const ROLES = new Set(["query", "key", "value", "weight"]);

/** Give the matrices of a message by name: float32 values, rows and columns. */
function readMatrices(data) {
  const floats = new Float32Array(data.body.buffer);
  const found = {};
  let at = 0;
  for (const [name, rows, columns] of data.matrices) {
    found[name] = { rows, columns, values: floats.subarray(at, at + rows * columns) };
    at += rows * columns;
  }
  return found;
}

/** Give one row of a matrix. */
function rowOf({ values, columns }, row) {
  return values.subarray(row * columns, (row + 1) * columns);
}

/** Give what the walk knows about the row that is walked: vectors, numbers, names. */
function readWalk(data) {
  const matrices = readMatrices(data);
  const numbers = {};
  for (const name of NUMBERS)
    if (matrices[name]) numbers[name] = rowOf(matrices[name], data.query);
  const vector = (name, row) => rowOf(matrices[name], row);
  const label = (row) => data.labels[row];
  const asker = (row) => data.asker_labels[row];
  const asking = asker(data.query);
  const n_hidden_anywhere = matrices.masked.values.filter((value) => value === -Infinity).length;
  const hidden = (row) => numbers.masked[row] === -Infinity;
  // The query's own x stands apart where it is of another text than the keys'.
  const own = (name) => vector(name === "x" && matrices.x_query ? "x_query" : name, data.query);
  const found = { matrices, numbers, vector, label, asker, asking, own, hidden, n_hidden_anywhere };
  return { ...data, ...found, n: data.labels.length };
}

// A part of the walk need not hold the stage that made a number: the formula's own order says when.
const ORDER = [
  "x", "qkv", "scores", "scaled", "softcap", "bias", "mask", "sink", "shifted", "exp", "weights",
  "sum", "output",
];
/** The number columns of the table in the order of the formula, and the stage that makes each. */
const NUMBERS = ["scores", "scaled", "capped", "bias", "biased", "masked", "shifted", "exp", "weights"];
const MADE_AT = {
  scores: "scores", scaled: "scaled", capped: "softcap", bias: "bias", biased: "bias",
  masked: "mask", shifted: "shifted", exp: "exp", weights: "weights",
};

/** Give the number columns seen at a stage: those made so far, the newest last. */
function columnsAt(walk, stage) {
  const reached = ORDER.indexOf(stage);
  const made = NUMBERS.filter((name) => {
    if (!walk.matrices[name]) return false;
    // An encoder's mask changes nothing: a column of it would only repeat the last one.
    if (name === "masked" && walk.n_hidden === 0) return false;
    if (name === "bias" && stage !== "bias") return false;
    return ORDER.indexOf(MADE_AT[name]) <= reached;
  });
  return made;
}

/** Give the column that enters the softmax. */
function logits(walk) {
  return columnsAt(walk, "mask").at(-1);
}

/** Multiply two vectors number by number, in float64. */
function products(a, b) {
  return Float64Array.from(a, (x, i) => x * b[i]);
}

/** Add up in float64. */
function total(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Make a number that shows all its digits when it is clicked. */
function num(value, places = 4) {
  const node = el("span", { class: "num" }, fmt(value, places));
  node.exact = value;
  return node;
}

/** Make a sentence of a template; the names of roles wear their colours, all else stays plain. */
function said(template, values = {}) {
  const node = el("span");
  template.split(SLOT).forEach((part, i) => {
    if (i % 2 === 0) return node.append(symbol(part));
    const value = values[part] ?? "";
    const shown = value instanceof Node ? value : el("bdi", {}, String(value));
    const role = part.split("_")[0];
    node.append(ROLES.has(role) ? el("b", { class: role }, shown) : shown);
  });
  return node;
}

/** Write a text whose symbols have their index below the line: W_Q. */
function symbol(text) {
  const node = el("span");
  text.split(/_([QKVO])/).forEach((part, i) => node.append(i % 2 ? el("sub", {}, part) : part));
  return node;
}

/** Make a comb that tells its name and numbers when it is pointed at. */
function namedComb(vector, name, options) {
  const node = comb(vector, { ...options, name });
  Object.assign(node, { vector, label: name });
  return node;
}
