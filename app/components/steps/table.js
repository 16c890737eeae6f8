const VECTORS = { x: "x", k: "key", v: "value" };

/** Draw the keys as rows and the stages as columns. */
function createTable(choose) {
  const mark = el("i", { class: "mark" });
  const [queryBand, outputBand] = [el("i", { class: "band query" }), el("i", { class: "band value" })];
  const above = el("div", { class: "above" });
  const feet = el("div", { class: "feet" });
  const guide = el("i", { class: "guide" });
  const body = el("div", { class: "columns" });
  const flow = el("div", { class: "flow" });
  const node = el("div", { class: "bench" }, mark, queryBand, outputBand, above, body, feet, guide, flow);
  const table = { node, mark, queryBand, outputBand, above, body, feet, guide, flow, columns: {}, hot: -1 };
  body.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-row]");
    if (cell) choose(Number(cell.dataset.row));
  });
  const build = (walk) => buildTable(table, walk);
  const draw = (walk, state, width) => drawTable(table, walk, state, width);
  return Object.assign(table, { build, draw });
}

function buildTable(table, walk) {
  table.tops = rowTops(walk);
  table.hot = -1;
  table.columns = { token: tokenColumn(table, walk) };
  for (const name of Object.keys(VECTORS))
    if (walk.matrices[name]) table.columns[name] = vectorColumn(table, walk, name);
  for (const name of NUMBERS)
    if (walk.matrices[name]) table.columns[name] = numberColumn(table, walk, name);
  table.node.style.minHeight = `${tableHeight(table, walk)}px`;
  table.body.replaceChildren(...Object.values(table.columns).map(({ node }) => node));
}

function column(kind, small, name, cells) {
  const over = el("small", {}, small);
  const title = el("b", {}, name);
  const header = el("header", {}, over, title);
  const body = el("div", { class: "body" }, ...cells);
  return { node: el("div", { class: `column ${kind}` }, header, body), over, title, body, cells };
}

function cellAttributes(table, walk, row, kind) {
  const apart = row > 0 && table.tops[row] > table.tops[row - 1] + ROW;
  return { class: `${kind}${apart ? " apart" : ""}`, "data-row": row };
}

function tokenColumn(table, walk) {
  const cells = walk.labels.map((label, row) => {
    const kind = `token${walk.special[row] ? " special" : ""}`;
    const attributes = { ...cellAttributes(table, walk, row, kind), type: "button", tabindex: -1 };
    const title = filled(walk.words.position, { token: label, position: walk.shown[row] });
    // Where tokens are left out, equal words are told apart by their places.
    const place = walk.n < walk.n_tokens ? el("small", {}, String(walk.shown[row])) : null;
    return el("button", { ...attributes, title }, el("bdi", {}, label), place);
  });
  return column("tokens", "", walk.words.col_token, cells);
}

function vectorColumn(table, walk, name) {
  const cells = walk.labels.map((_, row) => el("div", cellAttributes(table, walk, row, "vector")));
  const made = column(`vectors ${name}`, walk.words[`col_${name}`], name, cells);
  return { ...made, fill: () => fillVectors(made, walk, name) };
}

/** Draw the combs when they are first seen: hundreds of bars for each token take their time. */
function fillVectors(made, walk, name) {
  if (made.filled) return;
  made.filled = true;
  // Tall bars may reach into the next row, so that small ones stay visible.
  const max = peak(walk.matrices[name].values) * (name === "x" ? 0.8 : 0.7);
  made.cells.forEach((cell, row) => {
    const options = { role: VECTORS[name], max, height: ROW - 4, ghost: name === "v" };
    cell.append(namedComb(walk.vector(name, row), `${name}(${walk.label(row)})`, options));
  });
  if (name === "v")
    made.cells.forEach((cell, row) =>
      cell.style.setProperty("--weight-of-row", walk.numbers.weights[row]));
}

function numberColumn(table, walk, name) {
  const values = Array.from(walk.numbers[name]);
  const [low, high] = barRange(name, values);
  const span = high - low || 1;
  const zero = (-low / span) * 100;
  const cells = values.map((value, row) => {
    const masked = past(name) && walk.hidden(row);
    const shown = masked ? el("span", { class: "masked" }, hiddenNumber(name)) : num(value);
    const size = Number.isFinite(value) ? (Math.abs(value) / span) * 100 : 0;
    const left = value < 0 ? zero - size : zero;
    const bar = el("i", { class: value < 0 ? "minus" : "" });
    bar.style.cssText = `left:${left}%;width:${Math.max(size, 0.3)}%`;
    const track = el("span", { class: "track" }, masked ? el("span", { class: "masked" }, walk.words.masked) : bar);
    track.style.setProperty("--origin", `${zero}%`);
    return el("div", cellAttributes(table, walk, row, "number"), el("span", { class: "digits" }, shown), track);
  });
  const kind = `numbers ${name}${low < 0 && name !== "shifted" ? " signed" : ""}`;
  return column(kind, walk.words[`col_${name}`], columnSymbol(walk, name), cells);
}

/** Tell whether a column comes after the mask. */
function past(name) {
  return NUMBERS.indexOf(name) >= NUMBERS.indexOf("masked");
}

/** Give what a masked key has in a column after the mask: −∞, and exactly 0 from the exponential on. */
function hiddenNumber(name) {
  return name === "masked" || name === "shifted" ? "−∞" : "0";
}

/** Give the same where no column of words stands beside it. */
function hiddenText({ words }, name) {
  return filled(words.masked_value, { value: hiddenNumber(name) });
}

function columnSymbol(walk, name) {
  const symbols = {
    scores: "q · k", scaled: scalingSymbol(walk), capped: "c · tanh", bias: "b", biased: "+ b",
    masked: `+ ${walk.words.mask_term}`, shifted: `− ${walk.words.max}`, weights: "÷ Σ",
  };
  return symbols[name] ?? el("span", {}, "e", el("sup", {}, "x"));
}
