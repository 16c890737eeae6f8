const HINT = 100;
const FAINT = 4;

/** Trace the curve from a query to a key. */
function trace(path, layout, query, key) {
  const { left, right } = layout;
  const middle = (left + right) / 2;
  const [from, to] = [tokenY(layout, query), tokenY(layout, key)];
  path.moveTo(left, from);
  path.bezierCurveTo(middle, from, middle, to, right, to);
}

/** Paint what all rows say above 0.1, in grey, ten widths at most. */
function paintHints(canvas, layout, data, colours) {
  const { context } = fit(canvas, layout.width, layout.height);
  context.clearRect(0, 0, layout.width, layout.height);
  const paths = Array.from({ length: 11 }, () => new Path2D());
  for (let query = 0; query < layout.n_queries; query++)
    for (let key = 0; key < layout.n_keys; key++) {
      const weight = drawn(data, query, key);
      if (weight !== null && weight > HINT) trace(paths[Math.floor(weight / 100)], layout, query, key);
    }
  context.strokeStyle = colours.second;
  context.globalAlpha = layout.sparse ? 0.1 : 0.16;
  paths.forEach((path, tenth) => {
    context.lineWidth = 1 + 0.3 * tenth;
    context.stroke(path);
  });
  context.globalAlpha = 1;
}

/** Paint one query's row: width and strength are the weight, the heaviest on top. */
function paintRow(context, layout, data, colours, query) {
  const thickest = Math.min(11, Math.max(4, 0.4 * layout.pitch));
  const keys = data.keys.labels.map((_, key) => key).filter((key) => drawn(data, query, key) > FAINT);
  keys.sort((a, b) => drawn(data, query, a) - drawn(data, query, b));
  context.strokeStyle = colours["weight-mark"];
  context.lineCap = "round";
  for (const key of keys) {
    const weight = drawn(data, query, key) / 1000;
    context.globalAlpha = 0.3 + 0.7 * weight;
    context.lineWidth = 1 + thickest * weight;
    context.beginPath();
    trace(context, layout, query, key);
    context.stroke();
  }
  context.globalAlpha = 1;
}
