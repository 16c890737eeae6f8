/** Draw which query heads use which head of k or v, where they share; nothing where they don't. */
function sharing(data, on) {
  const { words, n_heads, n_parts, users, name } = data;
  if (n_parts === n_heads) return [];
  const size = n_heads / n_parts;
  const groups = Array.from({ length: n_parts }, (_, part) => {
    const queries = Array.from({ length: size }, (_, i) => queryBox(part * size + i, data, on));
    const box = el("span", { class: `box ${ROLES[name]}` }, `${name} ${part}`);
    const open = String(part === data.part);
    return el("div", { class: "group", "data-open": open }, el("div", { class: "queries" }, ...queries), box);
  });
  const facts = { n_heads, n_parts, first: users[0], last: users.at(-1), part: data.part };
  return [
    el("p", { class: "small" }, ...rich(words.shared, facts, name)),
    el("div", { class: "groups" }, ...groups),
    el("p", { class: "small second" }, ...rich(words.shared_part, facts, name)),
  ];
}

function queryBox(head, data, on) {
  const pressed = head === data.head;
  const label = filled(data.words.query_head, { head });
  return el("button", {
    type: "button", class: "box query", "aria-pressed": String(pressed), "aria-label": label, title: label,
    onclick: () => on.queryHead(head),
  }, String(head));
}
