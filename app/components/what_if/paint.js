/** Paint one of the three maps: its cells, its names, the chosen row and cell. */
function paintMap(canvas, layout, index, data, maps, root) {
  const colours = palette(root);
  const left = mapLeft(layout, index);
  const { context } = fit(canvas, left + layout.side + LEANING, layout.top + layout.side + 3);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const colour = index === 2 ? differenceColours(root) : weightColours(colours);
  paintCells(context, layout, left, (i) => cellColour(maps, index, i, colour), colours);
  paintKeyNames(context, layout, left, data, colours);
  paintAxis(context, [left, AXIS / 2], 0, data.words.key_axis, colours.key, layout.side + LEANING, colours);
  if (left !== layout.label) return;
  paintQueryNames(context, layout, left, data, colours);
  paintAxis(context, [AXIS / 2, layout.top + layout.side], -Math.PI / 2, data.words.query_axis, colours.query, layout.side + layout.top, colours);
}

/** Name an axis in the colour of its role, from a place on and turned by an angle. */
function paintAxis(context, place, angle, text, colour, room, colours) {
  context.save();
  context.translate(...place);
  context.rotate(angle);
  context.textAlign = "left";
  context.font = font(colours, 14);
  context.fillStyle = colour;
  context.fillText(shortened(context, text, room), 0, 0);
  context.restore();
}

function weightColours(colours) {
  const pixels = weightPixels(colours.ramp);
  return (value) => weightColour(pixels, value);
}

function differenceColours(root) {
  const signed = signedScale(root);
  const known = new Map();
  return (value) => {
    if (!known.has(value)) known.set(value, signed(value / 1000));
    return known.get(value);
  };
}

/** Give the colour of a cell, null where no weight can be: in a difference, neither before nor after. */
function cellColour({ before, after, difference }, index, i, colour) {
  const barred = [before, after, null][index];
  if (barred ? barred[i] === MASKED : before[i] === MASKED && after[i] === MASKED) return null;
  return colour([before, after, difference][index][i]);
}

function paintCells(context, { n, cell, top }, left, colourOf, colours) {
  const gap = cell > 6 ? 1 : 0;
  const size = Math.max(cell - gap, 0.75);
  for (let query = 0; query < n; query++)
    for (let key = 0; key < n; key++) {
      const colour = colourOf(query * n + key);
      const [x, y] = [left + key * cell, top + query * cell];
      context.fillStyle = colour ?? colours.bg;
      context.fillRect(x, y, size, size);
      if (colour === null) paintHatch(context, x, y, size, colours);
    }
}

function paintHatch(context, x, y, size, colours) {
  context.strokeStyle = colours.hatch;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, y + size);
  context.lineTo(x + size, y);
  context.stroke();
}

function paintQueryNames(context, layout, left, data, colours) {
  context.textAlign = "right";
  for (const i of namesThatFit(layout, [data.query], 15)) {
    const own = i === data.query;
    context.font = font(colours, 15, own);
    context.fillStyle = own ? colours.query : data.special[i] ? colours.second : colours.ink;
    const text = shortened(context, isolated(data.labels[i]), layout.label - AXIS - 10);
    context.fillText(text, left - 8, layout.top + (i + 0.5) * layout.cell);
  }
}

function paintKeyNames(context, layout, left, data, colours) {
  context.textAlign = "left";
  for (const i of namesThatFit(layout, [data.key], 20)) {
    const own = i === data.key;
    context.save();
    context.translate(left + (i + 0.5) * layout.cell + 2, layout.top - 8);
    context.rotate(-Math.PI / 4);
    context.font = font(colours, 15, own);
    context.fillStyle = own ? colours.key : data.special[i] || data.blocked[i] ? colours.second : colours.ink;
    context.fillText(shortened(context, isolated(data.labels[i]), 92), 0, 0);
    context.restore();
  }
}

/** Ring the chosen row in blue and the chosen cell in orange; a pointed cell in ink. */
function paintRings(canvas, layout, index, data, over, root) {
  const style = getComputedStyle(root);
  const left = mapLeft(layout, index);
  const { context } = fit(canvas, left + layout.side + LEANING, layout.top + layout.side + 3);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { cell, side, top } = layout;
  const ring = (colour, width, query, key, across) => {
    context.strokeStyle = style.getPropertyValue(colour).trim();
    context.lineWidth = width;
    context.strokeRect(left + key * cell - 1, top + query * cell - 1, across + 1, cell + 1);
  };
  ring("--query-mark", 2, data.query, 0, side);
  ring("--key-mark", 3, data.query, data.key, cell);
  if (over) ring("--ink", 2, over.query, over.key, cell);
}
