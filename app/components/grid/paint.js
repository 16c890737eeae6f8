/** Paint all heads and their numbers. */
function paintGrid(canvas, layout, data, colours) {
  if (canvas.width !== layout.width || canvas.height !== layout.height)
    Object.assign(canvas, { width: layout.width, height: layout.height });
  canvas.style.width = `${layout.width / layout.ratio}px`;
  canvas.style.height = `${layout.height / layout.ratio}px`;
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  paintHeads(context, layout, data, colours);
  paintFrames(context, layout, data, colours);
  if (data.marks) paintMarks(context, layout, data, colours);
  if (!layout.order) paintNumbers(context, layout, data, colours);
}

function paintHeads(context, layout, data, colours) {
  const { size, pitch, pitchY, left, top } = layout;
  const n_cells = data.rows * data.columns;
  const [width, height] = [(data.n_heads - 1) * pitch + size, (data.n_layers - 1) * pitchY + size];
  const image = context.createImageData(width, height);
  const paper = {
    pixels: new Uint32Array(image.data.buffer),
    stride: width,
    weights: weightPixels(colours.ramp),
    hatch: hatching(layout.ratio, pixel(rgb(colours.hatch)), pixel(rgb(colours.bg))),
    down: cellSpans(size, data.rows),
    across: cellSpans(size, data.columns),
    columns: data.columns,
  };
  for (let layer = 0; layer < data.n_layers; layer++)
    for (let head = 0; head < data.n_heads; head++) {
      const cells = (layer * data.n_heads + head) * n_cells;
      const [x, y] = spot(layout, layer, head);
      paintHead(paper, (y - top) * width + x - left, data.body, cells);
    }
  context.putImageData(image, left, top);
}

/** Give a pattern of diagonal lines, one pixel per step along x + y. */
function hatching(ratio, line, ground) {
  const [period, thick] = [Math.max(3, Math.round(4 * ratio)), Math.max(1, Math.round(ratio))];
  return Uint32Array.from({ length: period }, (_, i) => (i < thick ? line : ground));
}

/** Paint one head, row by row; a row like the one above it is copied unless it is hatched. */
function paintHead(paper, start, cells, offset) {
  const { pixels, stride, down } = paper;
  const { size, first, last } = down;
  let hatched = false;
  for (let y = 0; y < size; y++) {
    const i = start + y * stride;
    if (y > 0 && !hatched && first[y] === first[y - 1] && last[y] === last[y - 1])
      pixels.copyWithin(i, i - stride, i - stride + size);
    else hatched = paintRow(paper, i, y, cells, offset);
  }
}

/** Paint one row of pixels: each wears the largest weight it covers, so that no peak is lost. */
function paintRow({ pixels, weights, hatch, down, across, columns }, start, y, cells, offset) {
  const { size, first, last } = across;
  let hatched = false;
  for (let x = 0; x < size; x++) {
    let most = -1;
    for (let row = down.first[y]; row <= down.last[y]; row++) {
      const line = offset + row * columns;
      for (let column = line + first[x]; column <= line + last[x]; column++)
        if (cells[column] !== MASKED && cells[column] > most) most = cells[column];
    }
    if (most < 0) hatched = true;
    pixels[start + x] = most < 0 ? hatch[(x + y) % hatch.length] : weights[most];
  }
  return hatched;
}

function paintFrames(context, layout, data, colours) {
  const { ratio, size } = layout;
  const thick = Math.max(1, Math.floor(ratio / 2));
  context.strokeStyle = colours.line;
  context.lineWidth = thick;
  for (let layer = 0; layer < data.n_layers; layer++)
    for (let head = 0; head < data.n_heads; head++) {
      const [x, y] = spot(layout, layer, head);
      context.strokeRect(x - thick / 2, y - thick / 2, size + thick, size + thick);
    }
}

function paintNumbers(context, layout, data, colours) {
  const { ratio, left, top, pitch, pitchY, size } = layout;
  const every = Math.max(1, Math.ceil((20 * ratio) / pitch));
  context.font = font(colours, 14 * ratio);
  context.fillStyle = colours.second;
  context.textBaseline = "middle";
  context.textAlign = "center";
  for (let head = 0; head < data.n_heads; head += every)
    context.fillText(head, left + head * pitch + size / 2, top - 14 * ratio);
  context.textAlign = "right";
  for (let layer = 0; layer < data.n_layers; layer += every)
    context.fillText(layer, left - 8 * ratio, top + layer * pitchY + size / 2);
}
