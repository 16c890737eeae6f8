/** Make one map: its title, its picture, and the rings that mark row, cell and pointer. */
function comparedMap(side) {
  const [title, canvas] = [el("h3"), el("canvas", { "aria-hidden": "true" })];
  const rings = Object.fromEntries(["row", "cell", "here"].map((name) => [name, el("i", { class: `ring ${name}` })]));
  const plate = el("div", { class: "plate", tabindex: 0, role: "application", "aria-describedby": "keys" }, canvas, ...Object.values(rings));
  const node = el("section", { class: "map", "data-side": side }, title, plate);
  return { node, title, canvas, plate, rings };
}

/** Paint a map anew. */
function paintMap(part, side, { data, numbers, layout, colours, root }) {
  const { context } = fit(part.canvas, layout.width, layout.height);
  context.clearRect(0, 0, layout.width, layout.height);
  const inks = {
    bg: pixel(rgb(colours.bg)), hatch: pixel(rgb(colours.strong)), barred: side < 2 ? NO_LOOK : Infinity,
  };
  const colourOf = side < 2 ? weightPaint(colours.ramp) : differencePaint(root);
  const map = side < 2 ? numbers.maps[side] : barredDifference(numbers);
  paintCells(context, layout, map, colourOf, inks);
  context.strokeStyle = colours.line;
  context.strokeRect(layout.left - 0.5, layout.top - 0.5, layout.size + 1, layout.size + 1);
  const names = data.labels.map((sides, place) => (side < 2 ? sides[side] : placeName(data, place)));
  paintNames(context, layout, names, data.special, data, colours);
}

/** Give the difference with a mark of its own where a mask leaves nothing to compare. */
function barredDifference({ maps: [before, after, difference] }) {
  return difference.map((value, i) => (before[i] === NO_LOOK || after[i] === NO_LOOK ? Infinity : value));
}

/** Put the rings of a map where the chosen and the pointed-at cells are. */
function placeRings({ rings }, { layout, data, here }) {
  const { left, top, cell, size } = layout;
  const put = (ring, x, y, width, height, pad) => {
    ring.style.transform = `translate(${left + x - pad}px, ${top + y - pad}px)`;
    Object.assign(ring.style, { width: `${width + 2 * pad}px`, height: `${height + 2 * pad}px` });
  };
  put(rings.row, 0, data.query * cell, size, cell, 1);
  put(rings.cell, data.key * cell, data.query * cell, cell, cell, 2);
  rings.here.hidden = !here;
  if (here) put(rings.here, here.column * cell, here.row * cell, cell, cell, 2);
}
