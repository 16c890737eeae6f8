const NARROW = 720;

/** Make the picture x · W + b: the wide matrices, with the columns of one head marked. */
function productPart(on) {
  const [lead, equation] = [el("p", { class: "lead" }), el("p", { class: "equation" })];
  const shapes = el("p", { class: "second small" });
  const figure = (name) => {
    const [caption, canvas] = [el("figcaption"), el("canvas", { "aria-hidden": "true" })];
    return { name, caption, canvas, node: el("figure", { class: name }, caption, canvas) };
  };
  const figures = { x: figure("x"), W: figure("weights"), wide: figure("wide") };
  const read = el("p", { class: "read" });
  const legend = signedLegend();
  const shared = el("div", { class: "shared" });
  const text = el("div", { class: "formula" }, lead, equation, shapes, shared);
  const node = el(
    "section", { class: "product" },
    el("div", { class: "pictures" }, text, figures.W.node, figures.x.node, figures.wide.node), read, legend.node,
  );
  const part = { node, lead, equation, shapes, shared, figures, read, legend, layout: null, pictures: null };
  listenProduct(part, on);
  return part;
}

function signedLegend() {
  const [ramp, words, pooled] = [el("i", { class: "ramp", "aria-hidden": "true" }), el("span"), el("span")];
  return { node: el("p", { class: "legend" }, "−", ramp, "+", words, pooled), ramp, words, pooled };
}

/** Write what stands around the pictures. */
function writeProduct(part, data) {
  const { words, name, labels, d_model, width, n_parts, scales, step } = data;
  const n = labels.length;
  const facts = { n, d_model, width, count: n_parts };
  const role = el("b", { class: ROLES[name] }, name);
  const plus = data.has_bias ? [" + ", symbol("b", name)] : [];
  part.lead.replaceChildren(...rich(words[`lead_${name}`], {}, name));
  part.equation.replaceChildren("x · ", symbol("W", name), ...plus, " = ", role);
  part.shapes.replaceChildren(...rich(data.has_bias ? words.shapes : words.shapes_plain, facts, name));
  for (const [key, word] of [["x", "inputs"], ["W", "learned"], ["wide", "wide"]])
    part.figures[key].caption.replaceChildren(...rich(words[word], facts, name));
  const ends = { x: fmt(scales.x, 2), end: fmt(scales.W, 2), wide: fmt(scales.wide, 2) };
  part.legend.words.replaceChildren(...rich(words.scale, ends, name));
  const [rows, columns] = step;
  part.legend.pooled.replaceChildren(...(rows * columns > 1 ? rich(words.pooled, { rows, columns }, name) : []));
  setText(part.read, words.idle);
}

/** Place the pictures in the room there is: x and the wide result share their rows. */
function layoutProduct(data, room) {
  const n = data.labels.length;
  const narrow = room < NARROW;
  const left = narrow ? 84 : 96;
  const gap = narrow ? 4 : 36; // between the pictures, and the frame's own width
  const across = narrow ? room - left - gap : Math.floor((room - left - gap) * 0.6);
  const row = Math.max(3, Math.min(18, Math.floor(320 / n)));
  const side = narrow ? room - left : room - left - gap - across;
  return { left, across, side, row, n, narrow, tall: narrow ? 150 : 190, strip: 22 };
}

/** Paint the three pictures with the open row and column marked. */
function paintProduct(part, state, inks, pixels, room, fresh) {
  const { data, found } = state;
  if (fresh) {
    const columns = Math.ceil(data.width / data.step[1]);
    part.pictures = {
      x: picture(pointsOf(found.x, data.scales.x), data.d_model, pixels),
      W: picture(found.W, columns, pixels),
      wide: picture(found.wide, columns, pixels),
    };
  }
  const layout = layoutProduct(data, room);
  part.layout = layout;
  part.node.classList.toggle("narrow", layout.narrow);
  part.node.style.setProperty("--left", `${layout.left + layout.side}px`);
  paintX(part, state, inks, layout);
  paintBand(part, state, inks, layout, "W");
  paintBand(part, state, inks, layout, "wide");
}

function paintX(part, { data, token }, inks, { left, side, row, n }) {
  const { context } = fit(part.figures.x.canvas, left + side, row * n + 4);
  context.clearRect(0, 0, left + side, row * n + 4);
  stretch(context, part.pictures.x, { x: left, y: 2, width: side, height: row * n });
  paintTokens(context, data, token, inks, { left, top: 2, row });
  outline(context, left, 2 + (token - data.first) * row, side, row, inks.ink, 2);
}

/** Write the tokens at the left of a matrix: all where they fit, else the open one. */
function paintTokens(context, data, token, inks, { left, top, row }) {
  context.textAlign = "right";
  data.labels.forEach((label, i) => {
    const open = i + data.first === token;
    if (row < 15 && !open) return;
    context.font = font(inks, 14, open);
    context.fillStyle = open ? inks.role : inks.second;
    context.fillText(isolated(shortened(context, label, left - 14)), left - 8, top + (i + 0.5) * row + 1);
  });
}

/** Paint W or the wide result: the same columns, one head's of them in a frame of its role. */
function paintBand(part, { data, token, dim }, inks, layout, name) {
  const { across, row, n, tall, narrow } = layout;
  const x = narrow ? layout.left : 4;
  const y = name === "W" ? layout.strip : 4;
  const height = name === "W" ? tall : row * n;
  const { context } = fit(part.figures[name].canvas, x + across + 4, y + height + 4);
  context.clearRect(0, 0, x + across + 4, y + height + 4);
  const box = { x, y, width: across, height };
  stretch(context, part.pictures[name], box);
  const wide = across / data.n_parts;
  const from = x + data.part * wide;
  veil(context, box, from, from + wide, inks.bg);
  const column = wide / data.d_head;
  outline(context, from, y, wide, height, inks.role_mark, 3);
  if (name === "W") paintHeads(context, data, inks, { x, wide, y });
  const [cellX, cellY] = [from + dim * column, y + (token - data.first) * row];
  const mark = name === "W" ? [cellX, y, column, height] : [cellX, cellY, column, row];
  outline(context, ...mark, inks.ink, 2);
}

/** Number the heads above their columns. */
function paintHeads(context, data, inks, { x, wide, y }) {
  const every = Math.ceil(22 / wide);
  context.textAlign = "center";
  for (let part = 0; part < data.n_parts; part++) {
    const open = part === data.part;
    if (!open && (part % every || Math.abs(part - data.part) < every)) continue;
    context.font = font(inks, 14, open);
    context.fillStyle = open ? inks.role : inks.second;
    context.fillText(part, x + (part + 0.5) * wide, y - 11);
  }
}
