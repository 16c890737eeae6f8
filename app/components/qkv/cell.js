/** Make the card that takes one number apart. */
function cellPart() {
  const [title, lead, body] = [el("h3"), el("p", { class: "lead" }), el("div")];
  const formula = el("div", { class: "sum" });
  const [signs, check] = [el("p", { class: "signs second small" }), el("p", { class: "check" })];
  const products = tablePart();
  const node = el("section", { class: "card" }, title, lead, body, formula, check, signs, products.node);
  return { node, title, lead, body, formula, signs, check, products };
}

/** Show the open number: its two vectors and their products as combs, the sum, the check. */
function showCell(part, state) {
  const { data, token, dim, found } = state;
  const { words, name } = data;
  const opened = openCell(data, found, token, dim);
  const label = data.labels[token - data.first];
  const column = data.part * data.d_head + dim;
  const facts = { token: label, dim, column, d_model: data.d_model };
  part.title.replaceChildren(...rich(words.cell, facts, name));
  part.lead.replaceChildren(...rich(words.cell_lead, facts, name));
  for (const node of [part.body, part.formula, part.signs, part.check, part.products.node]) node.hidden = !opened;
  if (!opened) return part.lead.append(` ${words.waiting}`);
  const lines = [
    [words.x_row, opened.x, "x"], [words.w_column, opened.w, "x"], [words.products, opened.products, "signed"],
  ].map(([word, vector, role]) => combLine(rich(word, facts, name), vector, role));
  part.body.replaceChildren(el("div", { class: "combs" }, ...lines.flat()));
  part.formula.replaceChildren(...sumLine(opened, data, dim));
  const check = data.relation === "exact" ? words.check : words.check_projected;
  const own = openNumber(opened.shown, words.full);
  part.check.replaceChildren(...rich(check, { own, error: tiny(opened.error) }, name));
  part.signs.replaceChildren(...signsOf(opened, data));
  return showProducts(part.products, opened, words);
}

/** Say how many products are above, below and at zero, and why many can be zero. */
function signsOf({ up, down, zeros, n_steps }, { words, name, d_model, is_four_bit }) {
  const said = [filled(words.signs, { up: up.n, plus: fmt(up.sum), down: down.n, minus: fmt(down.sum) })];
  const space = words.lang.startsWith("zh") ? "" : " ";
  if (zeros > 0) said.push(space, filled(words.zeros, { n: zeros }));
  // Four bits give 16 values to every 32 numbers: a column with more was stored otherwise.
  if (is_four_bit && n_steps <= d_model / 2) said.push(space, ...rich(words.coarse, { steps: n_steps, n: d_model }, name));
  return said;
}

function combLine(name, vector, role) {
  return [el("div", { class: "small" }, ...name), comb(vector, { role, height: 44 })];
}

/** Write Σ + bias = number, symbols above digits. */
function sumLine({ sum, bias, total }, data, dim) {
  const { words, name } = data;
  const term = (symbols, number, kind = "") => el("span", { class: `term ${kind}` }, el("small", {}, ...symbols), number);
  const sign = (text) => el("span", { class: "sign" }, text);
  const terms = [term([words.sum], openNumber(sum, words.full))];
  if (data.has_bias)
    terms.push(sign("+"), term([symbol("b", name), `[${dim}]`], openNumber(bias, words.full, { brackets: true })));
  else terms.push(el("span", { class: "second small" }, words.no_bias));
  terms.push(sign("="), term([el("b", { class: ROLES[name] }, name), `[${dim}]`], openNumber(total, words.full), "result"));
  return terms;
}
