const COMB = 48;

/** Give a row's name: a large word and a small one below it. */
function rowName(big, small, role = "") {
  return el("div", { class: "name" }, el("b", { class: role }, ...indexed(big)), el("small", {}, ...indexed(small)));
}

/** Draw the columns of the heads: number, z, stripe of W_O, contribution. */
function drawBoard(node, data, numbers, words) {
  const heads = numbers.z.map((_, head) => head);
  const zMost = peak(...numbers.z);
  const most = peak(...numbers.contributions);
  const { stripe, d_v, d_out } = data;
  const place = (head, part, ...children) => el("div", { class: part, "data-part": part, "data-head": head }, ...children);
  const row = (kind, name, cells) => el("div", { class: `row ${kind}` }, name, el("div", { class: "cells" }, ...cells));
  const buttons = heads.map((head) => headButton(head, words));
  node.replaceChildren(
    ...groupRow(data, words),
    row("heads", el("div", { class: "name" }, el("small", {}, words.heads)), buttons),
    row("zs", rowName("z", filled(words.z_note, { n: d_v }), "value"), heads.map((head) =>
      place(head, "z", comb(numbers.z[head], { role: "value", max: zMost, height: COMB })))),
    row("stripes", rowName("× W_O", filled(words.wo_note, { n: d_v, scale: fmt(stripe.scale, 2) })), heads.map((head) =>
      place(head, "wo", el("canvas", { "aria-hidden": "true", width: stripe.n_columns, height: stripe.n_rows })))),
    row("contributions", rowName(words.c, filled(words.c_note, { n: d_out })), heads.map((head) =>
      place(head, "c", comb(numbers.contributions[head], { role: "value", max: most, height: COMB }), el("i", { class: "tick" })))),
  );
  return buttons;
}

function headButton(head, words) {
  const name = filled(words.head, { head });
  return el("button", { type: "button", class: "h", "data-head": head, "aria-label": name, tabindex: -1 }, String(head));
}

/** Bracket the query heads that share keys and values; nothing where each has its own. */
function groupRow({ n_heads, n_kv_heads }, words) {
  const size = n_heads / n_kv_heads;
  if (size === 1) return [];
  const bands = Array.from({ length: n_kv_heads }, (_, kv) =>
    el("div", { class: "band", style: `grid-column: span ${size}` }, filled(words.kv, { kv })));
  const name = el("div", { class: "name" }, el("small", {}, words.shared));
  return [el("div", { class: "row bands" }, name, el("div", { class: "cells" }, ...bands))];
}

/** Paint W_O: red below zero, ink above, every head on one scale. */
function paintStripes(node, data, { cells }, root) {
  const colour = signedScale(root);
  const { n_columns, scale } = data.stripe;
  node.querySelectorAll(".wo canvas").forEach((canvas, head) => {
    const context = canvas.getContext("2d");
    cells[head].forEach((value, i) => {
      context.fillStyle = colour(value / scale);
      context.fillRect(i % n_columns, Math.floor(i / n_columns), 1, 1);
    });
  });
}
