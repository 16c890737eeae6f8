/** Make the output comb, the digits each head adds to one number of it, and the sum check. */
function sumCheck(step) {
  const [whole, cursor] = [el("div", { class: "whole" }), el("i", { class: "cursor" })];
  const plate = el("div", { class: "plate", role: "slider", tabindex: 0, "aria-orientation": "vertical", "data-part": "out" }, whole, cursor);
  const outputName = el("div", { class: "name" });
  const [back, on] = [[-1, "‹"], [1, "›"]].map(([way, sign]) =>
    el("button", { type: "button", class: "step", onclick: () => step(way) }, sign));
  const [numberName, note, cells] = [el("b"), el("small"), el("div", { class: "cells digits" })];
  const label = el("div", { class: "name" }, el("span", { class: "stepper" }, back, numberName, on), note);
  const total = el("p", { class: "total" });
  const node = el("div", { class: "sum" },
    el("div", { class: "row output" }, outputName, plate),
    el("div", { class: "row numbers" }, label, cells),
    el("div", { class: "row" }, el("div", { class: "name" }), total));
  const parts = { whole, plate, outputName, back, on, numberName, note, cells, total, digits: [], terms: [] };
  return { node, build: (state) => buildSum(parts, state), draw: (state) => drawSum(parts, state) };
}

function buildSum(parts, { data, numbers }) {
  const { whole, plate, outputName, back, on, note, cells, total } = parts;
  const { words, d_out, n_heads, error, agrees } = data;
  whole.replaceChildren(comb(numbers.own, { height: 72 }));
  outputName.replaceChildren(...rowName(words.output, filled(words.output_note, { n: d_out })).childNodes);
  for (const [name, value] of [["aria-label", words.output], ["aria-valuemin", 0], ["aria-valuemax", d_out - 1]])
    setAttribute(plate, name, value);
  setAttribute(back, "aria-label", words.previous);
  setAttribute(on, "aria-label", words.next);
  setText(note, words.number_note);
  parts.digits = Array.from({ length: n_heads }, numberButton);
  cells.replaceChildren(...parts.digits.map((digit, head) =>
    el("div", { class: "digit", "data-head": head }, el("small", { "aria-hidden": "true" }, String(head)), digit)));
  parts.terms = ["sum", "bias", "result", "own"].map(numberButton);
  const check = filled(agrees ? words.equal : words.differs, { n: d_out, error: scientific(error) });
  total.replaceChildren(
    ...equation(parts.terms, numbers, words),
    el("span", { class: `check${agrees ? "" : " wrong"}` }, `${agrees ? "✓" : "✗"} ${check}`),
  );
}

/** Write Σ + bias = sum beside the model's own number. */
function equation([sum, bias, result, own], numbers, words) {
  const term = (kind, sign, number) => el("span", { class: kind }, `${sign} `, number);
  const without = el("span", { class: "bias second" }, words.no_bias);
  return [
    term("heads", "Σ", sum),
    numbers.bias ? term("bias", `+ ${words.bias}`, bias) : without,
    term("result", "=", result),
    term("own second", words.own, own),
  ];
}

function drawSum({ plate, numberName, digits, terms }, { data, numbers, number }) {
  const { words } = data;
  const name = filled(words.number, { number });
  setText(numberName, name);
  setAttribute(plate, "aria-valuenow", number);
  setAttribute(plate, "aria-valuetext", `${name}: ${fmt(numbers.own[number])}`);
  digits.forEach((digit, head) =>
    setNumber(digit, numbers.contributions[head][number], 4, `${filled(words.head, { head })}, ${name}`));
  const sum = headSum(numbers, number);
  const bias = numbers.bias?.[number] ?? 0;
  const values = [["Σ", sum], [words.bias, bias], ["=", sum + bias], [words.own, numbers.own[number]]];
  values.forEach(([sign, value], i) => setNumber(terms[i], value, 4, `${name}, ${sign}`));
}
