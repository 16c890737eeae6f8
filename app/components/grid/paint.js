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
  paintNumbers(context, layout, data, colours);
}

function paintHeads(context, layout, data, colours) {
  const { size, pitch, side, left, top } = layout;
  const [width, height] = [(data.n_heads - 1) * pitch + size, (data.n_layers - 1) * pitch + size];
  const image = context.createImageData(width, height);
  const paper = {
    pixels: new Uint32Array(image.data.buffer),
    stride: width,
    weights: weightPixels(colours.ramp),
    hatch: hatching(layout.ratio, pixel(rgb(colours.hatch)), pixel(rgb(colours.bg))),
    spans: cellSpans(size, side),
  };
  for (let layer = 0; layer < data.n_layers; layer++)
    for (let head = 0; head < data.n_heads; head++) {
      const cells = (layer * data.n_heads + head) * side * side;
      paintHead(paper, layer * pitch * width + head * pitch, data.body, cells, side);
    }
  context.putImageData(image, left, top);
}

/** Give a pattern of diagonal lines, one pixel per step along x + y. */
function hatching(ratio, line, ground) {
  const [period, thick] = [Math.max(3, Math.round(4 * ratio)), Math.max(1, Math.round(ratio))];
  return Uint32Array.from({ length: period }, (_, i) => (i < thick ? line : ground));
}

/** Paint one head: each pixel wears the largest weight it covers, so that no peak is lost. */
function paintHead({ pixels, stride, weights, hatch, spans }, start, cells, offset, side) {
  const { size, first, last } = spans;
  for (let y = 0; y < size; y++) {
    let i = start + y * stride;
    for (let x = 0; x < size; x++) {
      let most = -1;
      for (let row = first[y]; row <= last[y]; row++)
        for (let column = first[x]; column <= last[x]; column++) {
          const value = cells[offset + row * side + column];
          if (value !== MASKED && value > most) most = value;
        }
      pixels[i++] = most < 0 ? hatch[(x + y) % hatch.length] : weights[most];
    }
  }
}

function paintFrames(context, { ratio, left, top, pitch, size }, data, colours) {
  const thick = Math.max(1, Math.floor(ratio / 2));
  context.strokeStyle = colours.line;
  context.lineWidth = thick;
  for (let layer = 0; layer < data.n_layers; layer++)
    for (let head = 0; head < data.n_heads; head++) {
      const [x, y] = [left + head * pitch - thick / 2, top + layer * pitch - thick / 2];
      context.strokeRect(x, y, size + thick, size + thick);
    }
}

function paintNumbers(context, layout, data, colours) {
  const { ratio, left, top, pitch, size } = layout;
  const every = Math.max(1, Math.ceil((20 * ratio) / pitch));
  context.font = font(colours, 14 * ratio);
  context.fillStyle = colours.second;
  context.textBaseline = "middle";
  context.textAlign = "center";
  for (let head = 0; head < data.n_heads; head += every)
    context.fillText(head, left + head * pitch + size / 2, top - 14 * ratio);
  context.textAlign = "right";
  for (let layer = 0; layer < data.n_layers; layer += every)
    context.fillText(layer, left - 8 * ratio, top + layer * pitch + size / 2);
}
