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
  const parts = { whole, cursor, plate, outputName, back, on, numberName, note, cells, total };
  return { node, plate, build: (state) => buildSum(parts, state), draw: (state) => drawSum(parts, state) };
}

function buildSum({ whole, plate, outputName, back, on, note }, { data, numbers }) {
  const { words, d_out } = data;
  whole.replaceChildren(comb(numbers.own, { height: 72 }));
  outputName.replaceChildren(...rowName(words.output, filled(words.output_note, { n: d_out })).childNodes);
  for (const [name, value] of [["aria-label", words.output], ["aria-valuemin", 0], ["aria-valuemax", d_out - 1]])
    setAttribute(plate, name, value);
  setAttribute(back, "aria-label", words.previous);
  setAttribute(on, "aria-label", words.next);
  setText(note, words.number_note);
}

function drawSum({ cursor, plate, numberName, cells, total }, { data, numbers, number, head }) {
  const { words, d_out } = data;
  const name = filled(words.number, { number });
  cursor.style.left = `${((number + 0.5) / d_out) * 100}%`;
  setText(numberName, name);
  setAttribute(plate, "aria-valuenow", number);
  setAttribute(plate, "aria-valuetext", `${name}: ${fmt(numbers.own[number])}`);
  cells.replaceChildren(...numbers.contributions.map((row, h) => {
    const title = filled(words.head, { head: h });
    const digit = numberButton(row[number], 4, `${title}, ${name}`);
    return el("div", { class: `digit${h === head ? " on" : ""}`, "data-head": h }, el("small", { "aria-hidden": "true" }, String(h)), digit);
  }));
  total.replaceChildren(...equation(data, numbers, number, name));
}

/** Write Σ + bias = sum beside the model's own number. */
function equation({ words, error, agrees, d_out }, numbers, number, name) {
  const sum = headSum(numbers, number);
  const bias = numbers.bias?.[number] ?? 0;
  const term = (sign, value, kind) => el("span", { class: kind }, `${sign} `, numberButton(value, 4, `${sign} (${name})`));
  const check = filled(agrees ? words.equal : words.differs, { n: d_out, error: scientific(error) });
  return [
    term("Σ", sum, "heads"),
    numbers.bias ? term(`+ ${words.bias}`, bias, "bias") : el("span", { class: "bias second" }, words.no_bias),
    term("=", sum + bias, "result"),
    term(words.own, numbers.own[number], "own second"),
    el("span", { class: `check${agrees ? "" : " wrong"}` }, `${agrees ? "✓" : "✗"} ${check}`),
  ];
}
