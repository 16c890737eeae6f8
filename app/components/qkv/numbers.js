const ROLES = { q: "query", k: "key", v: "value" };

/** Give the arrays behind a message's head: exact numbers first, then the 8-bit pictures. */
function arrays(data) {
  const { buffer } = data.body;
  let at = 0;
  const take = (Type, n) => {
    const found = new Type(buffer, at, n);
    at += found.byteLength;
    return found;
  };
  const numbers = (n) => take(Float32Array, n);
  const [n, d_head, d_model] = [data.labels.length, data.d_head, data.d_model];
  if (data.hidden) return { own: numbers(n * d_head) };
  const found = {
    x: numbers(n * d_model),
    columns: numbers((data.dims[1] - data.dims[0]) * d_model),
    bias: numbers(d_head),
    projected: numbers(n * d_head),
    own: numbers(n * d_head),
  };
  if (data.turn)
    for (const name of ["angles", "cos", "sin"]) found[name] = numbers(n * data.turn.pairs.length);
  const [down, across] = data.step;
  const width = Math.ceil(data.width / across);
  return { ...found, wide: take(Int8Array, n * width), W: take(Int8Array, Math.ceil(d_model / down) * width) };
}

/** Take one number of a projection apart; null where its column was not sent. */
function openCell(data, found, token, dim) {
  const { first, d_model, d_head, dims } = data;
  if (data.hidden || dim < dims[0] || dim >= dims[1]) return null;
  const [row, column] = [token - first, dim - dims[0]];
  const x = found.x.subarray(row * d_model, (row + 1) * d_model);
  const w = found.columns.subarray(column * d_model, (column + 1) * d_model);
  const products = Float64Array.from(x, (value, a) => value * w[a]);
  const add = (list) => list.reduce((total, value) => total + value, 0);
  const [sum, bias] = [add(products), found.bias[dim]];
  const [up, down] = [products.filter((p) => p > 0), products.filter((p) => p < 0)];
  const shown = found.projected[row * d_head + dim];
  return {
    x, w, products, sum, bias, shown,
    total: sum + bias,
    error: Math.abs(sum + bias - shown),
    up: { n: up.length, sum: add(up) },
    down: { n: down.length, sum: add(down) },
    zeros: products.length - up.length - down.length,
    n_steps: new Set(w).size,
  };
}

/** Give a very small number as people write it: 7.9 × 10⁻⁸. */
function tiny(value) {
  if (value === 0) return "0";
  const [digit, power] = value.toExponential(1).split("e");
  const raised = Array.from(String(Number(power)), (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] ?? "⁻").join("");
  return `${digit} × 10${raised}`;
}

/** Make a number of four places that shows all its digits when clicked, and back. */
function openNumber(value, hint, { brackets = false, role = "" } = {}) {
  const short = brackets ? bracketed(value) : fmt(value);
  const node = el("button", { class: `num ${role}`, type: "button", title: hint, "aria-expanded": "false" }, short);
  node.addEventListener("click", () => {
    const open = node.getAttribute("aria-expanded") === "false";
    setAttribute(node, "aria-expanded", String(open));
    setText(node, open ? allDigits(value) : short);
  });
  return node;
}

/** Write a matrix or a bias as the formula does: W with a small Q. */
function symbol(letter, name) {
  return el("span", { class: "symbol" }, letter, el("sub", {}, name.toUpperCase()));
}

/** Give the same for a line of plain text. */
function plainSymbol(letter, name) {
  return `${letter}_${name.toUpperCase()}`;
}

/** Fill a template whose {W}, {b} and {name} are set as in a formula, the rest as text or nodes. */
function rich(template, values, name) {
  const role = ROLES[name];
  const set = { W: () => symbol("W", name), b: () => symbol("b", name), name: () => el("b", { class: role }, name) };
  return template.split(SLOT).map((part, i) => {
    if (i % 2 === 0) return part;
    if (part in set) return set[part]();
    return values[part] instanceof Node ? values[part] : el("bdi", {}, String(values[part] ?? ""));
  });
}
