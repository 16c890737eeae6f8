const PRINTED = 20;
const APART = 16;

/** Paint both columns' tokens, the row's numbers and what the columns are. */
function paintLabels(context, layout, data, colours, focus) {
  const [left, right] = [layout.left - 12, layout.right + 12];
  paintHeader(context, layout, data, colours);
  for (const i of shownTokens(layout, leftOrder(layout, data, focus))) {
    const bold = i === focus.query;
    const role = bold || i === data.query ? colours.query : null;
    const colour = role ?? (data.special[i] ? colours.second : colours.ink);
    paintLabel(context, layout, data.labels[i], { x: left, i, align: "right", bold, colour, colours });
  }
  for (const i of shownTokens(layout, rightOrder(layout, data, focus))) {
    const bold = i === focus.key;
    const dim = drawn(data, focus.query, i) === null || data.keys.special[i];
    const colour = i === focus.key || i === data.key ? colours.key : dim ? colours.second : colours.ink;
    paintLabel(context, layout, data.keys.labels[i], { x: right, i, align: "left", bold, colour, colours });
    paintNumber(context, layout, data, colours, focus.query, i);
  }
}

function paintHeader(context, layout, { words, mode }, colours) {
  const put = (text, x, align, colour) => {
    context.textAlign = align;
    context.fillStyle = colour;
    context.fillText(text, x, 12);
  };
  context.font = font(colours, 14);
  put(words.query, layout.left - 12, "right", colours.query);
  put(words.key, layout.right + 12, "left", colours.key);
  const rescaled = mode === "rescale";
  const [number, colour] = rescaled ? [words.rescaled, colours.second] : [words.weight, colours.weight];
  put(number, layout.width, "right", colour);
}

function paintLabel(context, layout, label, { x, i, align, bold, colour, colours }) {
  context.font = font(colours, layout.size, bold);
  context.textAlign = align;
  context.fillStyle = colour;
  context.fillText(isolated(shortened(context, label, layout.label)), x, tokenY(layout, i));
}

/** Print a weight from 0.020 up; say where none can be: hidden, or hatched where forbidden. */
function paintNumber(context, layout, data, colours, query, key) {
  const y = tokenY(layout, key);
  const weight = drawn(data, query, key);
  context.textAlign = "right";
  if (data.body[query * layout.n_keys + key] === MASKED) {
    if (!layout.sparse || key === data.key) paintBar(context, layout, colours, y);
    return;
  }
  const hidden = data.mode !== "show" && data.special[key];
  if (weight === null ? !hidden : weight < PRINTED) return;
  context.font = font(colours, Math.min(15, layout.size), weight !== null);
  context.fillStyle = weight === null || data.mode === "rescale" ? colours.second : colours.weight;
  context.fillText(weight === null ? data.words.hidden : thousandths(weight), layout.width, y);
}

function paintBar(context, { width }, colours, y) {
  context.save();
  context.beginPath();
  context.rect(width - 40, y - 5, 40, 10);
  context.clip();
  context.beginPath();
  for (let x = width - 52; x < width; x += 4) {
    context.moveTo(x, y + 6);
    context.lineTo(x + 12, y - 6);
  }
  context.strokeStyle = colours.hatch;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

/** Give the tokens that get a label, in order of importance, none on top of another. */
function shownTokens(layout, order) {
  if (!layout.sparse) return order;
  const placed = [];
  for (const i of order)
    if (placed.every((j) => Math.abs(i - j) * layout.pitch >= APART)) placed.push(i);
  return placed;
}

function every(layout, n) {
  const step = layout.sparse ? Math.ceil((2 * APART) / layout.pitch) : 1;
  return Array.from({ length: Math.ceil(n / step) }, (_, i) => i * step);
}

function leftOrder(layout, data, focus) {
  return [...new Set([focus.query, data.query, ...every(layout, layout.n_queries)])];
}

function rightOrder(layout, data, focus) {
  const heavy = data.keys.labels.map((_, key) => key);
  const weight = (key) => drawn(data, focus.query, key) ?? 0;
  const printed = heavy.filter((key) => weight(key) >= PRINTED).sort((a, b) => weight(b) - weight(a));
  const first = [focus.key, data.key].filter((key) => key !== null);
  return [...new Set([...first, ...printed, ...every(layout, layout.n_keys)])];
}
