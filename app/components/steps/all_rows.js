const MATRIX_OF = {
  scores: "scores", scaled: "scaled", softcap: "capped", bias: "biased", mask: "masked", sink: "masked",
  shifted: "shifted", exp: "exp", weights: "weights", sum: "z",
};
const PARTS = [
  ["softmax", ["shifted", "exp", "weights"]], ["(", []], ["Q Kᵀ", ["scores"]], ["scale", ["scaled"]],
  ["mask", ["mask"]], [")", []], ["V", ["sum"]],
];

/** Show a stage for every query at once: the row that is walked is one row of a matrix. */
function createAllRows(view) {
  const formula = el("p", { class: "whole-formula" });
  const canvas = el("canvas", { class: "matrix", role: "img" });
  const read = el("p", { class: "readout", "aria-live": "polite" });
  const [legend, more] = [el("p", { class: "legend" }), el("p", { class: "fact" })];
  const node = el("div", { class: "all-rows" }, formula, canvas, read, legend, more);
  const all = { node, formula, canvas, read, legend, more, places: null, over: null };
  const pointed = (event) => {
    const { x, y } = within(canvas, event);
    return cellAt(all.places, x, y);
  };
  canvas.addEventListener("pointermove", (event) => {
    all.over = pointed(event);
    readCell(all, view);
  });
  canvas.addEventListener("pointerleave", () => {
    all.over = null;
    readCell(all, view);
  });
  canvas.addEventListener("click", (event) => {
    const cell = pointed(event);
    if (cell?.square) view.choose(cell.row, cell.column);
    else if (cell && rowLabels(view.walk, cell.name) === view.walk.asker_labels) view.choose(cell.row, view.state.key);
    else if (cell) view.choose(view.walk.query, cell.row);
  });
  return { node, draw: () => drawAllRows(all, view) };
}

function drawAllRows(all, view) {
  const { walk, state, root } = view;
  const { stage } = state;
  all.formula.replaceChildren(...PARTS.flatMap(([part, stages]) => formulaPart(walk, part, stages, stage)));
  all.places = matrixPlaces(walk, stage, root.querySelector(".left").clientWidth);
  paintMatrices(all.canvas, all.places, view);
  all.legend.replaceChildren(...matrixLegend(all.places, view));
  const about = stage === "weights" && walk.sums.sink === undefined ? walk.words.every_row : walk.words.rows_are;
  setText(all.more, about);
  setAttribute(all.canvas, "aria-label", `${walk.words[`name_${stage}`] ?? walk.words.name_softmax}. ${about}`);
  readCell(all, view);
}

/** Say what the colours, the grey and the dashed ring of the matrices mean. */
function matrixLegend({ cells }, { walk, state, root }) {
  const { words } = walk;
  const names = cells.map(({ name }) => name);
  const ramp = (from, gradient, to) => [from, el("i", { style: `background: ${gradient}` }), to];
  const parts = [];
  if (names.includes("weights"))
    parts.push(ramp("0", rampGradient(getComputedStyle(root).getPropertyValue("--ramp")), `1 ${words.word_weight}`));
  if (names.some((name) => name !== "weights")) parts.push(ramp("−", signedGradient(root), `+ ${words.legend_signed}`));
  if (walk.n_hidden_anywhere && names.some(past)) parts.push([el("i", { class: "barred" }), words.masked]);
  if (names.some((name) => NUMBERS.includes(name)) && !walk.is_cross && state.key !== walk.query)
    parts.push([el("i", { class: "ring" }), words.legend_mirror]);
  return parts.map((part) => el("span", {}, ...part));
}

function formulaPart(walk, part, stages, stage) {
  if (part === "mask" && walk.looks === "everywhere") return [];
  const text = part === "scale" ? scalingSymbol(walk) : part === "mask" ? "+ M" : part;
  const now = stages.includes(stage) || (stage === "qkv" && "Q Kᵀ V".includes(part));
  return [el("span", { class: now ? "now" : "" }, text), " "];
}

/** Lay a stage's matrices out: a result with what was multiplied left of it and above it. */
function matrixPlaces(walk, stage, width) {
  const { n } = walk;
  const n_rows = walk.askers.length;
  const label = width < NARROW ? 64 : 96;
  const matrix = (name, x, y, cell, turned = false) => {
    const { rows, columns } = walk.matrices[name];
    const [across, down] = turned ? [rows, columns] : [columns, rows];
    return { name, x, y, across, down, turned, width: cell[0] * across, height: cell[1] * down, cell };
  };
  const room = width - label - 16;
  if (stage === "x" || stage === "qkv") {
    const names = stage === "x" ? ["x"] : ["q", "k", "v"];
    const each = (room - 16 * (names.length - 1)) / names.length;
    const cells = names.map((name, i) =>
      matrix(name, label + i * (each + 16), 28, [each / walk.matrices[name].columns, 24]));
    return walk.is_cross ? twoTexts(walk, { label, cells }, matrix, n_rows) : { label, cells, height: 28 + n * 24 + 8 };
  }
  if (stage === "scores") {
    const side = Math.min(34, (room * 0.68) / n);
    const [wide, tall] = [(room - side * n - 16) / walk.d_head, Math.max(1.5, Math.min(4, 128 / walk.d_head))];
    const top = 24 + tall * walk.d_head + 32;
    const left = label + Math.min(wide, 8) * walk.d_head + 16;
    const cells = [
      matrix("q", label, top, [Math.min(wide, 8), side]), matrix("k", left, 24, [side, tall], true),
      matrix("scores", left, top, [side, side]),
    ];
    return { label, cells, height: top + n_rows * side + 8 };
  }
  if (stage === "sum") {
    const side = Math.min(26, (room * 0.5) / n);
    const wide = Math.min(12, (room - side * n - 16) / walk.matrices.v.columns);
    const small = Math.min(side, 12);
    const [top, left] = [24 + small * n + 32, label + side * n + 16];
    const cells = [
      matrix("weights", label, top, [side, side]), matrix("v", left, 24, [wide, small]),
      matrix("z", left, top, [wide, side]),
    ];
    return { label, cells, height: top + n_rows * side + 8 };
  }
  if (stage === "output")
    return { label, cells: [matrix("z", label, 28, [room / walk.matrices.z.columns, 24])], height: 28 + n_rows * 24 + 8 };
  const sums = stage === "weights" || stage === "exp" ? 72 : 0;
  const side = Math.min(46, (room - sums) / n);
  const cell = [side, Math.min(side, 34)];
  return { label, sums, cells: [matrix(MATRIX_OF[stage], label, 88, cell)], height: 88 + n_rows * cell[1] + 8 };
}

/** Give the matrix, row and column under a point. */
function cellAt(places, x, y) {
  for (const place of places.cells) {
    const column = Math.floor((x - place.x) / place.cell[0]);
    const row = Math.floor((y - place.y) / place.cell[1]);
    if (column < 0 || row < 0 || column >= place.across || row >= place.down) continue;
    const [at, to] = place.turned ? [column, row] : [row, column];
    return { name: place.name, row: at, column: to, square: NUMBERS.includes(place.name) };
  }
  return null;
}

function readCell(all, view) {
  const { walk, state } = view;
  const square = all.places.cells.find(({ name }) => NUMBERS.includes(name));
  const chosen = square && { name: square.name, row: walk.query, column: state.key, square: true };
  const cell = all.over ?? chosen;
  if (!cell) return setText(all.read, walk.words.point);
  const value = rowOf(walk.matrices[cell.name], cell.row)[cell.column];
  const barred = past(cell.name) && rowOf(walk.matrices.masked, cell.row)[cell.column] === -Infinity;
  const shown = barred ? hiddenText(walk, cell.name) : num(value);
  const names = cell.square
    ? said(walk.words.read_pair, { query: walk.asker(cell.row), key: walk.label(cell.column) })
    : el("span", {}, el("bdi", {}, `${nameOf(cell.name)}(${rowLabels(walk, cell.name)[cell.row]})[${cell.column}]`));
  const what = cell.square ? walk.words[`col_${cell.name}`] : "";
  all.read.replaceChildren(names, ` ${what} `, el("b", {}, shown));
}
