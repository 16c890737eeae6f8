/** Mount the list of heads. */
export default function ranking(component) {
  return mount(component, createRanking);
}

function createRanking(root, send) {
  const caption = el("caption");
  const [head, body] = [el("thead"), el("tbody")];
  root.append(el("table", { class: "ranking" }, caption, head, body));
  let buttons = [];
  const update = (data) => {
    const focused = buttons.indexOf(root.getRootNode().activeElement);
    setText(caption, data.caption);
    head.replaceChildren(headings(data));
    body.replaceChildren(...data.rows.map((row, place) => line(row, place, data, send)));
    buttons = [...body.querySelectorAll("button")];
    if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
    setAttribute(root, "data-ready", "true");
  };
  return { update, close: () => undefined };
}

function headings({ words, columns }) {
  const names = [words.rank, words.head, ...columns];
  return el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
}

function line([layer, head, value, beside], place, { words, open }, send) {
  const chosen = layer === open[0] && head === open[1];
  const button = el(
    "button",
    { type: "button", title: filled(words.name, { layer, head }), "aria-current": chosen && "true" },
    `L${layer}H${head}`,
  );
  const bar = el("i", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(Math.max(0, Math.min(1, value))));
  const other = beside === null ? words.none : digits(beside, 4);
  const row = el(
    "tr",
    { class: chosen ? "chosen" : null, onclick: () => send("open", place) },
    el("td", {}, String(place + 1)),
    el("th", { scope: "row" }, button),
    el("td", {}, bar, el("span", {}, digits(value, 4))),
    el("td", {}, other),
  );
  return row;
}
