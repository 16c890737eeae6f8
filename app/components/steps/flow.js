/** Draw the last stage, and mark the number of the output that is checked. */
function drawFlow(node, walk, output) {
  if (node.walk !== walk) buildFlow(node, walk);
  const n = walk.matrices.total?.columns;
  for (const cursor of node.querySelectorAll(".cursor"))
    cursor.style.left = `${((Math.min(output, n - 1) + 0.5) / n) * 100}%`;
}

/** Draw the head's numbers, their place among all heads, and what W_O makes of them. */
function buildFlow(node, walk) {
  node.walk = walk;
  const { words, matrices, head, n_heads, query } = walk;
  const z = walk.vector("z", query);
  const name = walk.asking;
  const heads = Array.from({ length: n_heads }, (_, h) => rowOf(matrices.concat, h));
  const max = peak(matrices.concat.values);
  const blocks = heads.map((vector, h) =>
    el("div", { class: h === head ? "on" : "" }, namedComb(vector, `z ${h}`, { role: "value", max, height: 40 }), el("small", {}, String(h))));
  const arrow = (text) => el("p", { class: "arrow" }, "↓ ", text);
  const step = (label, ...body) => el("div", { class: "step" }, el("p", { class: "label" }, label), ...body);
  const steps = [
    step(filled(words.flow_z, { token: name, n: z.length }), namedComb(z, `z(${name})`, { role: "value", height: 56 })),
    arrow(filled(words.flow_place, { head })),
    step(filled(words.flow_concat, { n: n_heads, wide: n_heads * z.length }), el("div", { class: "blocks" }, ...blocks)),
  ];
  if (matrices.total) {
    const [added, whole] = ["added", "total"].map((one) => rowOf(matrices[one], 0));
    const scale = peak(added, whole);
    const rows = { first: head * z.length, last: (head + 1) * z.length - 1 };
    steps.push(
      arrow(symbolSentence(words.flow_rows, rows)),
      step(filled(words.flow_added, { head, n: added.length }), marked(namedComb(added, words.flow_added_name, { role: "x", max: scale, height: 56 }))),
      arrow(filled(matrices.bias_o ? words.flow_plus_bias : words.flow_plus, { n: n_heads - 1 })),
      step(filled(words.flow_total, { token: name, n: whole.length }), marked(namedComb(whole, words.output_name, { role: "x", max: scale, height: 56 }))),
    );
  }
  node.replaceChildren(...steps);
}

/** Put bars under a line that marks one of them: there may be hundreds, each two pixels wide. */
function marked(bars) {
  return el("div", { class: "marked" }, bars, el("i", { class: "cursor" }));
}

function symbolSentence(template, values) {
  return symbol(filled(template, values));
}
