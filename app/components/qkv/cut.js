/** Make the head's own matrix as large cells: tokens down, dimensions across. */
function platePart(on) {
  const [title, canvas] = [el("h3"), el("canvas", { "aria-hidden": "true" })];
  const plate = el("div", { class: "plate" }, canvas);
  const node = el("div", { class: "cut" }, title, plate);
  const part = { node, title, canvas, plate, layout: null, numbers: null };
  const under = (event) => {
    const { x, y } = within(canvas, event);
    return cellAt(part.layout, on.state().data, x, y);
  };
  plate.addEventListener("pointermove", (event) => on.point(under(event), part));
  plate.addEventListener("pointerleave", () => on.point(null, part));
  plate.addEventListener("click", (event) => {
    const cell = under(event);
    if (cell) on.open(cell.token, cell.dim);
  });
  return part;
}

/** Let the keyboard walk over a plate's numbers. */
function listenKeys(plate, on) {
  setAttribute(plate, "tabindex", "0");
  setAttribute(plate, "role", "application");
  plate.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { data, token, dim } = on.state();
    const moves = {
      ArrowLeft: [token, dim - 1],
      ArrowRight: [token, dim + 1],
      ArrowUp: [token - 1, dim],
      ArrowDown: [token + 1, dim],
      Home: [token, 0],
      End: [token, data.d_head - 1],
    };
    const next = moves[event.key];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    on.walk(...next);
  });
}

function plateLayout({ d_head, labels }, room) {
  const left = room < NARROW ? 72 : 96;
  const cell = Math.max(3, Math.min(40, (room - left - 6) / d_head));
  const row = labels.length > 24 ? 18 : 24;
  return { left, top: 24, cell, row, width: left + cell * d_head + 6, height: 24 + row * labels.length + 4 };
}

/** Paint the cells, the numbers of the dimensions, the tokens and the ring of the open cell. */
function paintPlate(part, { data, token, dim }, numbers, end, inks, pixels, room) {
  const layout = plateLayout(data, room);
  const { left, top, cell, row, width, height } = layout;
  Object.assign(part, { layout, numbers });
  const { context } = fit(part.canvas, width, height);
  context.clearRect(0, 0, width, height);
  const image = picture(pointsOf(numbers, end), data.d_head, pixels);
  const box = { x: left, y: top, width: cell * data.d_head, height: row * data.labels.length };
  stretch(context, image, box);
  paintRules(context, data, inks, layout);
  outline(context, box.x, box.y, box.width, box.height, inks.role_mark, 2);
  paintTokens(context, data, token, inks, { left, top, row });
  paintDimensions(context, data, dim, inks, layout);
  for (const other of partners(data, dim))
    outline(context, left + other * cell, top + (token - data.first) * row, cell, row, inks.role, 2);
  outline(context, left + dim * cell, top + (token - data.first) * row, cell, row, inks.ink, 3);
}

function paintRules(context, { labels, d_head }, inks, { left, top, cell, row }) {
  context.fillStyle = inks.bg;
  for (let i = 1; i < labels.length; i++) context.fillRect(left, top + i * row - 0.5, cell * d_head, 1);
  if (cell < 7) return;
  for (let i = 1; i < d_head; i++) context.fillRect(left + i * cell - 0.5, top, 1, row * labels.length);
}

function paintDimensions(context, { d_head }, dim, inks, { left, cell }) {
  const every = [1, 2, 4, 8, 16, 32].find((n) => n * cell >= 26) ?? 64;
  context.textAlign = "center";
  for (let i = 0; i < d_head; i++) {
    const open = i === dim;
    if (!open && (i % every || Math.abs(i - dim) * cell < 22)) continue;
    context.font = font(inks, 14, open);
    context.fillStyle = open ? inks.ink : inks.second;
    context.fillText(i, left + (i + 0.5) * cell, 12);
  }
}

/** Give the dimension that turns together with another one, if one does. */
function partners({ turn }, dim) {
  const pair = turn?.pairs.find((both) => both.includes(dim));
  return pair ? pair.filter((other) => other !== dim) : [];
}

/** Give the cell under a point of a plate, or null. */
function cellAt({ left, top, cell, row }, data, across, down) {
  const [dim, line] = [Math.floor((across - left) / cell), Math.floor((down - top) / row)];
  if (dim < 0 || dim >= data.d_head || line < 0 || line >= data.labels.length) return null;
  return { token: data.first + line, dim };
}

/** Give one row's numbers with their dimensions, to read and to copy. */
function rowList({ data, token }, numbers, caption) {
  const start = (token - data.first) * data.d_head;
  const row = Array.from(numbers.subarray(start, start + data.d_head));
  const entry = (value, dim) => el("li", {}, el("span", { class: "second" }, String(dim)), openNumber(value, data.words.full));
  return el("div", {}, caption && el("p", { class: "second small" }, caption), el("ol", { class: "row" }, ...row.map(entry)));
}
