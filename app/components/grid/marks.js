const GLYPHS = {
  previous: "←", next: "→", self: "↺", duplicate: "=", induction: "↷", punctuation: ";",
  first: "▮", separator: "▯", window: "↔", broad: "≈",
};
const DIM = 0.16;

/** Give the names of the patterns that a head clearly shows, the most particular first. */
function patternsOf({ names, shown }, index) {
  return names.filter((_, bit) => shown[index] & (1 << bit));
}

/** Tell whether a head stays in full colour. */
function stands({ names, shown, filter, ranks }, index) {
  if (ranks) return ranks.includes(index);
  if (!filter) return true;
  return filter === "none" ? shown[index] === 0 : Boolean(shown[index] & (1 << names.indexOf(filter)));
}

/** Give the heads in the order asked for, null for the model's own; equal ones stay as counted. */
function sortedHeads({ names, shown, values, sort }, n) {
  if (!sort) return null;
  const first = (index) => {
    const bit = names.findIndex((_, i) => shown[index] & (1 << i));
    return bit < 0 ? names.length : bit;
  };
  const key = sort === "pattern" ? (i) => 2000 * first(i) - values.strength[i] : (i) => -values[sort][i];
  return Array.from({ length: n }, (_, index) => index).sort((a, b) => key(a) - key(b) || a - b);
}

/** Write below every head what it does, or its rank; dim the heads that are not asked for. */
function paintMarks(context, layout, { n_layers, n_heads, marks }, colours) {
  const { ratio, size, strip, order, pitch } = layout;
  context.textBaseline = "middle";
  const small = Math.max(10, Math.min(13, size / ratio / 2.2)) * ratio;
  for (let index = 0; index < n_layers * n_heads; index++) {
    const [layer, head] = [Math.floor(index / n_heads), index % n_heads];
    const [x, y] = spot(layout, layer, head);
    if (!stands(marks, index)) {
      context.globalAlpha = 1 - DIM;
      context.fillStyle = colours.bg;
      context.fillRect(x - ratio, y - ratio, size + 2 * ratio, size + 2 * ratio);
      context.globalAlpha = DIM;
    }
    const rank = marks.ranks ? marks.ranks.indexOf(index) : -1;
    const name = order ? `${layer}.${head}` : "";
    const place = name ? `#${rank + 1}` : String(rank + 1);
    const glyph = marks.ranks ? (rank < 0 ? "" : place) : GLYPHS[patternsOf(marks, index)[0]] ?? "";
    context.fillStyle = rank >= 0 ? colours.ink : colours.second;
    context.font = font(colours, small, rank >= 0);
    context.textAlign = "center";
    const both = `${name} ${glyph}`;
    const fits = name && glyph && size / ratio >= 36 && context.measureText(both).width <= pitch;
    context.fillText(fits ? both : name || glyph, x + size / 2, y + size + strip / 2 + ratio);
    context.globalAlpha = 1;
  }
}

/** Make the switches of the marks: a chip for each pattern, which is the legend too, and the order. */
function markControls(choose) {
  const chips = el("div", { class: "chips", role: "group" });
  const label = el("span");
  const select = el("select", { onchange: () => choose("sort", select.value || null) });
  const order = el("label", { class: "order" }, label, select);
  const node = el("div", { class: "marks" }, chips, order);
  const update = ({ words, marks, n_layers, n_heads }) => {
    node.hidden = !marks;
    if (!marks) return;
    chips.hidden = Boolean(marks.ranks);
    setAttribute(chips, "aria-label", words.filter);
    const focused = chips.getRootNode().activeElement?.dataset?.filter;
    chips.replaceChildren(...chipList(marks, words, n_layers * n_heads, choose));
    if (focused !== undefined) chips.querySelector(`[data-filter="${focused}"]`)?.focus();
    setText(label, words.order);
    const measured = ["entropy", "distance", "special"].filter((name) => marks.values[name]);
    const options = ["", "pattern", ...measured];
    select.replaceChildren(
      ...options.map((name) => el("option", { value: name }, words[`order_${name || "layer"}`])),
    );
    select.value = marks.sort ?? "";
  };
  return { node, update };
}

function chipList(marks, words, n, choose) {
  const count = (test) => Array.from({ length: n }, (_, i) => i).filter(test).length;
  const chip = (filter, glyph, name, many) =>
    el(
      "button",
      {
        type: "button", class: "chip", "data-filter": filter ?? "", title: words[`about_${filter}`],
        "aria-pressed": String((marks.filter ?? null) === filter),
        onclick: () => choose("filter", filter === marks.filter ? null : filter),
      },
      glyph && el("span", { class: "glyph", "aria-hidden": "true" }, glyph), name, el("span", { class: "count" }, String(many)),
    );
  const kinds = marks.names
    .map((name, bit) => [name, count((i) => marks.shown[i] & (1 << bit))])
    .filter(([name, many]) => many || name === marks.filter);
  return [
    chip(null, "", words.all, n),
    ...kinds.map(([name, many]) => chip(name, GLYPHS[name], words[`pattern_${name}`], many)),
    chip("none", "", words.pattern_none, count((i) => marks.shown[i] === 0)),
  ];
}

/** Say what a head does: the names of its patterns, or that it has none. */
function spokenPatterns({ marks, words, n_heads }, layer, head) {
  const index = layer * n_heads + head;
  const found = patternsOf(marks, index).map((name) => words[`pattern_${name}`]);
  const value = marks.sort && marks.sort !== "pattern" ? marks.values[marks.sort][index] : null;
  const measured = value === null ? [] : [filled(words[`value_${marks.sort}`], { value: thousandths(value) })];
  return [...(found.length ? found : [words.pattern_none]), ...measured].join(" · ");
}
