/** Read a message's numbers; rows are views into what was sent, sums are float64. */
function layerNumbers(data) {
  const sent = new Float32Array(data.body.buffer);
  let at = 0;
  const vector = (n) => sent.subarray(at, (at += n));
  const rows = (n) => Array.from({ length: data.n_heads }, () => vector(n));
  const { n_rows, n_columns } = data.stripe;
  const numbers = {
    z: rows(data.d_v),
    cells: rows(n_rows * n_columns),
    contributions: rows(data.d_out),
    lengths: vector(data.n_heads),
    own: vector(data.d_out),
    weights: rows(data.labels.length),
    valueLengths: rows(data.labels.length),
    bias: data.has_bias ? vector(data.d_out) : null,
  };
  const tops = numbers.weights.map((row) => largest(row));
  return { ...numbers, tops, largestWeights: tops.map((key, head) => numbers.weights[head][key]) };
}

/** Give the place of the largest number, the first of equals. */
function largest(values) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** Add up what the heads give to one number of the output. */
function headSum({ contributions }, number) {
  return contributions.reduce((sum, head) => sum + head[number], 0);
}

/** Say an error as people write it: 3.2 × 10⁻⁷. */
function scientific(value) {
  if (value === 0) return "0";
  const [digit, power] = value.toExponential(1).split("e");
  const raised = [...power.replace("+", "")].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign]));
  return `${digit}\u00a0×\u00a010${raised.join("")}`;
}

/** Tell whether two messages differ in more than the open head. */
function sameLayer(a, b) {
  const facts = ({ words, layer, query, asking, labels, n_heads }) => [words.lang, layer, query, asking, n_heads, ...labels].join("\0");
  return a !== null && facts(a) === facts(b) && sameBody(a.body, b.body);
}

function sameBody(a, b) {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Write a text whose matrices have their index below the line: W_O. */
function indexed(text) {
  return text.split(/_([QKVO])\b/).map((part, i) => (i % 2 ? el("sub", {}, part) : part));
}

/** Set such a text where it differs. */
function setIndexed(node, text) {
  if (node.written === text) return;
  node.written = text;
  node.replaceChildren(...indexed(text));
}

/** Make a button for a number that shows all its digits in the read-out when it is clicked. */
function numberButton() {
  return el("button", { type: "button", class: "num" });
}

/** Give a number button its number. */
function setNumber(button, value, places, name) {
  button.dataset.name = name;
  button.dataset.full = allDigits(value);
  setText(button, fmt(value, places));
  return button;
}
