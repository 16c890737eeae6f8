const PAGE = 32;

/** Make the list of all products, a page of them at a time, in order or the largest first. */
function tablePart() {
  const [summary, body] = [el("summary"), el("tbody")];
  const head = el("tr");
  const foot = el("tfoot");
  const table = el("table", {}, el("thead", {}, head), body, foot);
  const button = (act) => el("button", { type: "button", class: "small", onclick: act });
  const state = { page: 0, largest: false, opened: null, words: null };
  const part = { node: null, summary, head, body, foot, state, place: el("span", { class: "second small" }) };
  const turn = (by) => () => (state.page += by, fillTable(part));
  part.order = button(() => (Object.assign(state, { largest: !state.largest, page: 0 }), fillTable(part)));
  [part.back, part.next] = [button(turn(-1)), button(turn(1))];
  const tools = el("div", { class: "tools" }, part.order, part.back, part.place, part.next);
  part.node = el("details", {}, summary, tools, table);
  part.node.addEventListener("toggle", () => fillTable(part));
  return part;
}

/** Give the list a new number to take apart. */
function showProducts(part, opened, words) {
  Object.assign(part.state, { opened, words, page: 0 });
  setText(part.summary, filled(words.open, { n: opened.products.length }));
  const names = [words.number, "x", "W", words.product];
  part.head.replaceChildren(...names.map((name) => el("th", { scope: "col" }, name)));
  fillTable(part);
}

/** Write one page of products; a closed list costs nothing. */
function fillTable(part) {
  const { page, largest, opened, words } = part.state;
  if (!opened || !part.node.open) return;
  const n = opened.products.length;
  const order = Array.from({ length: n }, (_, a) => a);
  if (largest) order.sort((a, b) => Math.abs(opened.products[b]) - Math.abs(opened.products[a]));
  const shown = order.slice(page * PAGE, (page + 1) * PAGE);
  const number = (value) => el("td", {}, openNumber(value, words.full));
  part.body.replaceChildren(...shown.map((a) => el(
    "tr", {}, el("th", { scope: "row" }, String(a)), number(opened.x[a]), number(opened.w[a]), number(opened.products[a]),
  )));
  const line = (name, value) => el("tr", {}, el("th", { scope: "row", colspan: 3 }, name), number(value));
  const here = { first: page * PAGE + 1, last: page * PAGE + shown.length, n };
  part.foot.replaceChildren(
    line(filled(words.sum_page, { shown: shown.length }), shown.reduce((sum, a) => sum + opened.products[a], 0)),
    line(filled(words.sum_all, here), opened.sum),
  );
  setText(part.order, largest ? words.in_order : words.largest_first);
  setText(part.back, words.earlier);
  setText(part.next, words.later);
  setText(part.place, filled(words.rows, here));
  part.back.disabled = page === 0;
  part.next.disabled = (page + 1) * PAGE >= n;
}
