/** Let the pointer read the wide pictures, open a number of this head, or open another head. */
function listenProduct(part, on) {
  const point = (event, name) => {
    const { x, y } = within(part.figures[name].canvas, event);
    return placeIn(part.layout, on.state(), name, x, y);
  };
  for (const name of ["x", "W", "wide"]) {
    const { canvas } = part.figures[name];
    canvas.addEventListener("pointermove", (event) => {
      const place = point(event, name);
      canvas.classList.toggle("over", Boolean(place) && name !== "x" );
      const { words } = on.state().data;
      setText(part.read, place ? readPlace(on.state(), name, place) : words.idle);
    });
    canvas.addEventListener("pointerleave", () => setText(part.read, on.state().data.words.idle));
    canvas.addEventListener("click", (event) => {
      const place = point(event, name);
      if (!place) return;
      const { data, token, dim } = on.state();
      if (name === "x") on.open(place.token, dim);
      else if (place.part !== data.part) on.head(place.part);
      else on.open(name === "W" ? token : place.token, place.dim);
    });
  }
}

/** Give the row and column of a picture under a point, or null beside it. */
function placeIn(layout, { data }, name, across, down) {
  const { left, side, row, n, strip, tall, narrow } = layout;
  const x = name === "x" || narrow ? left : 4;
  const y = { x: 2, W: strip, wide: 4 }[name];
  const [width, height] = [name === "x" ? side : layout.across, name === "W" ? tall : row * n];
  const [shareX, shareY] = [(across - x) / width, (down - y) / height];
  if (shareX < 0 || shareX >= 1 || shareY < 0 || shareY >= 1) return null;
  const token = data.first + Math.floor(shareY * n);
  if (name === "x") return { token, a: Math.floor(shareX * data.d_model) };
  const column = Math.floor(shareX * data.width);
  const [part, dim] = [Math.floor(column / data.d_head), column % data.d_head];
  return { token, a: Math.floor(shareY * data.d_model), column, part, dim };
}

/** Say in one line what stands at a place. */
function readPlace({ data, found }, name, { token, a, column, part, dim }) {
  const { words, d_model, d_head, dims } = data;
  const label = data.labels[token - data.first];
  const facts = { token: label, a, column, part, dim, name: data.name, W: plainSymbol("W", data.name) };
  if (name === "x") return filled(words.read_x, { ...facts, value: fmt(found.x[(token - data.first) * d_model + a]) });
  if (part !== data.part) {
    const first = part * d_head;
    return filled(words.other_head, { part, first, last: first + d_head - 1 });
  }
  if (name === "wide")
    return filled(words.read_cell, { ...facts, value: fmt(found.projected[(token - data.first) * d_head + dim]) });
  const sent = dim >= dims[0] && dim < dims[1];
  const value = sent ? fmt(found.columns[(dim - dims[0]) * d_model + a]) : "…";
  return filled(words.read_w, { ...facts, value });
}
