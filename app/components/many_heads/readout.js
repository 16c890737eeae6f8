/** Make the line that says what is pointed at; a clicked number stays until something else is read. */
function headReadout(live) {
  const node = el("p", { class: "readout" });
  let [idle, kept] = ["", ""];
  const rest = (words) => {
    idle = words.idle;
    setIndexed(node, kept || idle);
  };
  const point = (text) => setIndexed(node, text ?? (kept || idle));
  const keep = (text) => {
    kept = text;
    setIndexed(node, text || idle);
    if (text) live.say(text);
  };
  return { node, rest, point, keep };
}

/** Say the number under a pointer, or null where there is none. */
function pointedAt(event, { data, numbers }) {
  const place = event.target.closest("[data-part]");
  if (!place) return null;
  const { words, d_v, d_out } = data;
  const [part, head] = [place.dataset.part, Number(place.dataset.head)];
  const shown = place.querySelector(".comb, canvas");
  if (part === "wo") return stripeAt(shown, event, data, numbers.cells[head], head);
  const [row, n, template] = {
    z: [numbers.z[head], d_v, words.read_z],
    c: [numbers.contributions[head], d_out, words.read_c],
    out: [numbers.own, d_out, words.read_out],
  }[part];
  const number = barAt(shown, event, n);
  return filled(template, { head, number, value: fmt(row[number]) });
}

/** Say a cell of a stripe: one number of W_O, or the largest of a block of them. */
function stripeAt(canvas, event, { words, stripe, d_v, d_out }, cells, head) {
  const box = canvas.getBoundingClientRect();
  const column = barAt(canvas, event, stripe.n_columns);
  const share = (event.clientY - box.top) / box.height;
  const row = Math.min(stripe.n_rows - 1, Math.max(0, Math.floor(share * stripe.n_rows)));
  const last = (first, step, n) => Math.min(n, first + step) - 1;
  const [top, left] = [row * stripe.rows, column * stripe.columns];
  const [bottom, right] = [last(top, stripe.rows, d_v), last(left, stripe.columns, d_out)];
  const value = fmt(cells[row * stripe.n_columns + column]);
  const at = { row: head * d_v + top, last_row: head * d_v + bottom, column: left, last_column: right, value };
  return filled(top === bottom && left === right ? words.read_wo : words.read_wo_pooled, at);
}
