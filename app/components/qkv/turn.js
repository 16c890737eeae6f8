/** Make the part that shows a pair of dimensions as an arrow turned by its token's position. */
function turnPart(on) {
  const [title, lead, dials] = [el("h3"), el("p"), el("div", { class: "dials" })];
  const [formula, note] = [el("div", { class: "rotation" }), el("p", { class: "second small" })];
  return { node: el("section", { class: "turn" }, title, lead, dials, formula, note), title, lead, dials, formula, note, on };
}

/** Give everything about one pair at one token: values before and after, angle, cosine, sine. */
function pairAt({ data, found }, token, index) {
  const [row, n_pairs] = [token - data.first, data.turn.pairs.length];
  const [a, b] = data.turn.pairs[index];
  const at = (numbers, dim) => numbers[row * data.d_head + dim];
  const of = (name) => found[name][row * n_pairs + index];
  const before = [at(found.projected, a), at(found.projected, b)];
  return { before, after: [at(found.own, a), at(found.own, b)], angle: of("angles"), cos: of("cos"), sin: of("sin") };
}

/** Show the pair that the open dimension belongs to. */
function showTurn(part, state) {
  const { data, token, dim } = state;
  part.node.hidden = !data.turn;
  if (!data.turn) return;
  const { words, name, turn } = data;
  const index = turn.pairs.findIndex((pair) => pair.includes(dim));
  setText(part.title, words.turn);
  for (const node of [part.dials, part.formula]) node.hidden = index < 0;
  if (index < 0) return setText(part.lead, filled(words.turn_still, { dim, n: 2 * turn.pairs.length }));
  const [a, b] = turn.pairs[index];
  part.lead.replaceChildren(...rich(words.turn_lead, { one: a, other: b, speed: fmt(turn.speeds[index]) }, name));
  part.dials.replaceChildren(...data.labels.map((_, i) => dial(part, state, data.first + i, index)));
  part.formula.replaceChildren(...rotation(pairAt(state, token, index), data, [a, b]));
  const layout = turn.layout === "halves" ? words.turn_halves : words.turn_neighbours;
  const notes = [filled(layout, { half: turn.pairs.length }), filled(words.turn_error, { error: tiny(turn.error) })];
  if (data.factor !== 1) notes.push(filled(words.turn_factor, { factor: fmt(data.factor) }));
  setText(part.note, notes.join(" "));
}

/** Draw one token's arrow before (thin) and after its turn, with the way between. */
function dial(part, state, token, index) {
  const { data } = state;
  const { before, after, angle } = pairAt(state, token, index);
  const label = data.labels[token - data.first];
  const radius = Math.max(Math.hypot(...before), 1e-12);
  const reach = Math.max(Math.hypot(...after), 1e-12);
  const unit = ([x, y], length) => [(30 * x) / length, (-30 * y) / length];
  const [from, to] = [unit(before, radius), unit(after, reach)];
  const node = svg("svg", { viewBox: "-40 -40 80 80", "aria-hidden": "true" });
  const line = (kind, [x, y]) => node.append(svg("path", { class: kind, d: `M0 0L${x.toFixed(2)} ${y.toFixed(2)}` }));
  node.append(svg("circle", { r: 34 }));
  if (angle) {
    const most = Number(Math.abs(angle) % (2 * Math.PI) > Math.PI);
    const way = `M${(from[0] * 0.5).toFixed(2)} ${(from[1] * 0.5).toFixed(2)}A15 15 0 ${most} ${angle > 0 ? 0 : 1} ${(to[0] * 0.5).toFixed(2)} ${(to[1] * 0.5).toFixed(2)}`;
    node.append(svg("path", { class: "way", d: way }));
  }
  line("before", from);
  line("after", to);
  const says = filled(data.words.turn_dial, { token: label, position: token, angle: fmt(angle) });
  return el(
    "button",
    { type: "button", class: "dial", "aria-pressed": String(token === state.token), "aria-label": says, title: says,
      onclick: () => part.on.open(token, state.dim) },
    node, el("bdi", {}, label), el("small", {}, `${fmt(angle, 2)}`),
  );
}

/** Write the two lines of the turn with their numbers. */
function rotation({ before: [p, r], after, angle, cos, sin }, { words, name, factor }, [a, b]) {
  const number = (value, brackets = true) => openNumber(value, words.full, { brackets });
  const entry = (dim) => [el("b", { class: ROLES[name] }, name), `[${dim}]`];
  const line = (one, trig1, sign, other, trig2, result, symbols) => [
    el("p", { class: "second small" }, ...symbols),
    el("p", { class: "digits" }, number(one, false), " · ", number(trig1), ` ${sign} `, number(other), " · ", number(trig2),
      " = ", el("b", { class: "result" }, number(result / factor, false))),
  ];
  return [
    el("p", { class: "second" }, filled(words.turn_here, { angle: fmt(angle), cos: fmt(cos), sin: fmt(sin) })),
    ...line(p, cos, "−", r, sin, after[0], [...entry(a), " · cos θ − ", ...entry(b), " · sin θ = ", ...entry(a), ` ${words.turned}`]),
    ...line(p, sin, "+", r, cos, after[1], [...entry(a), " · sin θ + ", ...entry(b), " · cos θ = ", ...entry(b), ` ${words.turned}`]),
  ];
}
