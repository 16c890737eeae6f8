/** Paint the matrices of a stage: signed numbers red and ink, weights purple from 0 to 1. */
function paintMatrices(canvas, places, { walk, state, root }) {
  const colours = palette(root);
  const width = root.querySelector(".left").clientWidth;
  const { context } = fit(canvas, width, places.height);
  context.clearRect(0, 0, width, places.height);
  const style = getComputedStyle(root);
  const paint = {
    context, colours, walk, state, signed: signedScale(root), weights: weightPixels(colours.ramp),
    marks: { query: style.getPropertyValue("--query-mark"), key: style.getPropertyValue("--key-mark") },
    label: places.label,
  };
  for (const place of places.cells) paintMatrix(paint, place);
  const main = places.cells.at(-1);
  const first = places.cells.find(({ turned, y }) => !turned && y === main.y);
  paintRowLabels(paint, first ?? main);
  if (walk.is_cross && main.y > 28 && !NUMBERS.includes(main.name) && main.name !== "z") {
    paintRowLabels(paint, places.cells[0]);
  }
  if (NUMBERS.includes(main.name) && main.y >= 80 && places.cells.length === 1) paintKeyLabels(paint, main);
  if (main.name === "z" && first && first !== main) paintKeyLabels(paint, first, true);
  if (places.sums) paintRowSums(paint, main);
}

function paintMatrix(paint, place) {
  const { context, colours, walk } = paint;
  const { rows, columns, values } = walk.matrices[place.name];
  const finite = values.filter(Number.isFinite);
  const most = peak(finite);
  const colour = place.name === "weights"
    ? (value) => weightColour(paint.weights, Math.round(value * 1000))
    : (value) => paint.signed(value / most);
  const gap = Math.min(...place.cell) > 8 ? 1 : 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column];
      const hidden = value === -Infinity || (barred(place.name) && walk.matrices.masked.values[row * columns + column] === -Infinity);
      const [across, down] = place.turned ? [row, column] : [column, row];
      context.fillStyle = hidden ? colours.hatch : colour(value);
      context.fillRect(place.x + across * place.cell[0], place.y + down * place.cell[1], place.cell[0] - gap, place.cell[1] - gap);
    }
  if (place.cell[0] >= 38 && place.cell[1] >= 20 && !place.turned) paintNumbers(paint, place, colour);
  outline(paint, place);
  paintName(paint, place);
}

/** Tell whether a matrix comes after the mask. */
function barred(name) {
  return ["shifted", "exp", "weights"].includes(name);
}

function paintNumbers({ context, colours, walk }, place, colour) {
  const { rows, columns, values } = walk.matrices[place.name];
  const written = readable(colours);
  context.font = font(colours, 12);
  context.textAlign = "center";
  for (let i = 0; i < rows * columns; i++) {
    if (walk.matrices.masked.values[i] === -Infinity && (barred(place.name) || place.name === "masked")) continue;
    context.fillStyle = written(colour(values[i]));
    const [row, column] = [Math.floor(i / columns), i % columns];
    const x = place.x + (column + 0.5) * place.cell[0];
    context.fillText(fmt(values[i], 2), x, place.y + (row + 0.5) * place.cell[1]);
  }
}

/** Give a function to the ink or the page's colour, whichever stands out more on a colour. */
function readable({ ink, bg }) {
  const [dark, light] = [brightness(ink), brightness(bg)];
  return (under) => {
    const [r, g, b] = under.match(/\d+/g).map(Number);
    const own = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
    return Math.abs(own - dark) > Math.abs(own - light) ? ink : bg;
  };
}

/** Ring the row of the query in blue and the chosen cell, or the key's row, in orange. */
function outline({ context, walk, state, marks }, place) {
  const [w, h] = place.cell;
  context.lineWidth = 2;
  const ring = (colour, x, y, width, height) => {
    context.strokeStyle = colour;
    context.strokeRect(place.x + x - 1, place.y + y - 1, width + 1, height + 1);
  };
  if (place.name === "k" && place.turned) return ring(marks.key, state.key * w, 0, w, place.height);
  if (rowLabels(walk, place.name) !== walk.asker_labels || place.name === "k" || place.name === "v")
    return ring(marks.key, 0, state.key * h, place.width, h);
  ring(marks.query, 0, walk.query * h, place.width, h);
  if (!NUMBERS.includes(place.name)) return;
  ring(marks.key, state.key * w, walk.query * h, w, h);
  // The mirror cell, dashed: the same two words the other way round are another number.
  context.setLineDash([4, 3]);
  if (!walk.is_cross && state.key !== walk.query) ring(marks.key, walk.query * w, state.key * h, w, h);
  context.setLineDash([]);
}

function paintName({ context, colours }, place) {
  const names = { q: "Q", k: place.turned ? "Kᵀ" : "K", v: "V", z: "Z", x: "X", x_query: "X", weights: "A", scores: "Q Kᵀ" };
  if (!names[place.name] || (place.name === "weights" && place.y === 88)) return;
  context.font = font(colours, 15, true);
  context.fillStyle = colours.ink;
  // Beside A's columns stand the names of its keys.
  const beside = place.name === "weights";
  context.textAlign = beside ? "right" : "left";
  context.fillText(names[place.name], beside ? place.x - 10 : place.x, place.y - 11);
}

function paintRowLabels({ context, colours, walk, state, label }, place) {
  context.textAlign = "right";
  const labels = rowLabels(walk, place.name);
  const [chosen, role] = labels === walk.asker_labels ? [walk.query, colours.query] : [state.key, colours.key];
  labels.forEach((text, row) => {
    const own = row === chosen;
    context.font = font(colours, Math.min(15, Math.max(9, place.cell[1])), own);
    context.fillStyle = own ? role : colours.ink;
    const y = place.y + (row + 0.5) * place.cell[1];
    context.fillText(shortened(context, isolated(text), label - 12), place.x - 10, y);
  });
}

function paintKeyLabels({ context, colours, walk, state }, place, upright = false) {
  context.textAlign = "left";
  walk.labels.forEach((text, column) => {
    const own = column === state.key;
    context.save();
    context.translate(place.x + (column + 0.5) * place.cell[0], place.y - 8);
    context.rotate(upright || place.cell[0] < 18 ? -Math.PI / 2 : -Math.PI / 4);
    context.font = font(colours, Math.min(15, Math.max(9, place.cell[0])), own);
    context.fillStyle = own ? colours.key : colours.ink;
    context.fillText(shortened(context, isolated(text), Math.min(92, place.y - 16)), 0, 0);
    context.restore();
  });
}

function paintRowSums({ context, colours, walk }, place) {
  if (walk.n < walk.n_tokens) return;
  context.textAlign = "right";
  const right = place.x + place.width + 66;
  const { rows } = walk.matrices[place.name];
  for (let row = 0; row <= rows; row++) {
    context.font = font(colours, 14, row === 0);
    context.fillStyle = colours.second;
    if (row === 0) {
      context.fillText("Σ", right, place.y - 11);
      continue;
    }
    const sum = total(rowOf(walk.matrices[place.name], row - 1));
    context.fillText(fmt(sum), right, place.y + (row - 0.5) * place.cell[1]);
  }
}
