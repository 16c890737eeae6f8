/** Bring the table to a stage: columns slide to their places, no number is written again. */
function drawTable(table, walk, { stage, key, output }, width) {
  const places = columnPlaces(walk, stage, width);
  const current = currentColumns(walk, stage);
  const withQuery = (stage === "qkv" || stage === "scores") && width > 0;
  const shift = withQuery ? QUERY_ROW : 0;
  let last = 0;
  for (const [name, made] of Object.entries(table.columns)) {
    const place = places[name];
    if (place) last = place.x;
    if (place) made.fill?.();
    made.node.classList.toggle("on", Boolean(place));
    made.node.classList.toggle("now", current.includes(name));
    made.node.classList.toggle("wide", Boolean(place) && place.width > (width < NARROW ? 104 : 130));
    made.node.style.transform = `translate(${place ? place.x : last}px, ${shift}px)`;
    if (place) made.node.style.width = `${place.width}px`;
  }
  drawValues(table.columns.v, walk, stage);
  const top = HEAD + shift;
  const bottom = top + table.tops.at(-1) + ROW + 8;
  drawHot(table, walk, key, top, stage);
  drawQuery(table, walk, places, withQuery);
  drawFeet(table, walk, { stage, places, bottom, small: width < NARROW });
  table.flow.classList.toggle("on", stage === "output");
  if (stage === "output") drawFlow(table.flow, walk, output);
  table.node.classList.toggle("at-output", stage === "output");
}

/** Shrink each value by exactly its weight; the pale bars stay. */
function drawValues(made, walk, stage) {
  const shrunk = stage === "sum";
  made.node.classList.toggle("shrunk", shrunk);
  setText(made.over, walk.words[shrunk ? "col_wv" : "col_v"]);
  setText(made.title, shrunk ? "w · v" : "v");
}

function drawHot(table, walk, key, top, stage) {
  for (const { cells } of Object.values(table.columns)) {
    cells[table.hot]?.classList.remove("hot");
    cells[key].classList.add("hot");
  }
  table.hot = key;
  const late = walk.stages.indexOf(stage) >= walk.stages.indexOf("mask");
  table.columns.token.cells.forEach((cell, row) => {
    cell.classList.toggle("gone", late && walk.hidden(row));
    setAttribute(cell, "aria-pressed", String(row === key));
  });
  table.mark.style.transform = `translateY(${top + table.tops[key]}px)`;
}

/** Show the query above the headings: it stands beside k, but it is no key. */
function drawQuery(table, walk, places, seen) {
  table.node.classList.toggle("with-query", seen);
  const { k } = places;
  if (!seen || !k) return;
  table.queryBand.style.width = `${k.x + k.width + 24}px`;
  const name = `q(${walk.asking})`;
  const wanted = [name, k.x, k.width].join();
  if (table.above.dataset.drawn === wanted && table.above.walk === walk) return;
  Object.assign(table.above, { walk });
  table.above.dataset.drawn = wanted;
  const q = namedComb(walk.vector("q", walk.query), name, { role: "query", height: 32 });
  q.style.cssText = `position:absolute;left:${k.x}px;width:${k.width}px;top:4px`;
  table.above.replaceChildren(el("b", { class: "query" }, el("bdi", {}, name)), q);
}

/** Write the lines below the keys: sink, keys without a row, sums. */
function drawFeet(table, walk, { stage, places, bottom, small }) {
  const lines = footLines(walk, stage, small);
  const rows = [];
  let top = bottom;
  for (const line of lines) {
    const height = line.tall ? TALL : FOOT;
    for (const [name, content] of Object.entries(line.cells)) {
      if (!places[name]) continue;
      const box = el("div", { class: `foot ${line.kind} ${name === "token" ? "left" : ""}` }, content);
      if (places[name].width > (small ? 104 : 130) && name !== "token") box.classList.add("wide");
      const { x, width } = places[name];
      box.style.cssText = `left:${x}px;width:${width}px;top:${top}px;height:${height}px`;
      rows.push(box);
    }
    if (line.tall) table.outputBand.style.top = `${top + 2}px`;
    top += height;
  }
  table.node.classList.toggle("with-output", stage === "sum");
  table.feet.replaceChildren(...rows);
}

/** Give the height that is enough at every stage, so that nothing below moves while one walks. */
function tableHeight({ tops }, { sums, n, n_tokens }) {
  const feet = FOOT * ((sums.sink !== undefined) + (n < n_tokens)) + TALL + 8;
  return HEAD + tops.at(-1) + ROW + 8 + Math.max(QUERY_ROW, feet);
}

function footLines(walk, stage, small) {
  const { sums, words, n_tokens } = walk;
  const at = (name) => walk.stages.indexOf(stage) >= walk.stages.indexOf(name);
  const lines = [];
  const softmax = SOFTMAX.includes(stage);
  if (sums.sink !== undefined && at("sink") && (softmax || stage === "sink"))
    lines.push({ kind: "sink", cells: {
      token: words.sink_row, [logits(walk)]: num(sums.sink),
      shifted: num(sums.sink_shifted), exp: num(sums.sink_exp), weights: num(sums.sink_weight),
    } });
  const rest = n_tokens - walk.n;
  if (rest > 0 && (stage === "exp" || stage === "weights" || stage === "sum"))
    lines.push({ kind: "rest", cells: {
      token: filled(words.rest, { n: rest }), exp: num(sums.rest_exp), weights: num(sums.rest_weight),
      v: comb(walk.vector("rest", 0), { role: "value", max: peak(walk.matrices.v.values) * 0.7, height: 26 }),
    } });
  const max = el("span", {}, small ? "" : `${words.max} `, num(sums.max));
  if (stage === "shifted") lines.push({ kind: "sum", cells: { [logits(walk)]: max } });
  if (stage === "exp") lines.push({ kind: "sum", cells: { token: "Σ", exp: num(sums.sum) } });
  if (stage === "weights") {
    const all = sums.total + (sums.sink_weight ?? 0);
    lines.push({ kind: "sum", cells: { token: "Σ", exp: num(sums.sum), weights: num(all) } });
  }
  if (stage === "sum") lines.push({ kind: "sum", tall: true, cells: sumLine(walk) });
  return lines;
}

function sumLine(walk) {
  const name = `z(${walk.asking})`;
  const max = peak(walk.matrices.v.values) * 0.7;
  return {
    token: el("b", { class: "value" }, el("bdi", {}, name)),
    weights: num(walk.sums.total),
    v: namedComb(walk.vector("z", walk.query), name, { role: "value", max, height: 36 }),
  };
}
