const TALL = 1120;
const TALL_MARKED = 1500; // a mark below every head needs room of its own
const STRIP = 16;
const BIGGEST = 96;

/**
 * Place all heads on the canvas, in device pixels: whole ones per token where they fit. `order`
 * gives the heads from the first place to the last, null as layers and heads are counted.
 */
function gridLayout(width, ratio, { n_layers, n_heads, columns, marks }, order) {
  const px = (css) => Math.round(css * ratio);
  const [left, top, edge, strip] = [px(26), px(26), px(4), marks ? px(STRIP) : 0];
  const gap = px(width < 480 ? 2 : 3);
  const roomX = Math.max(4, Math.floor((Math.floor(width * ratio) - left - edge) / n_heads) - gap);
  const tall = px(marks ? TALL_MARKED : TALL);
  const roomY = Math.max(px(16), Math.floor(tall / n_layers) - gap - strip);
  const size = thumbnailSize(roomX, Math.min(roomX, roomY, px(BIGGEST)), columns);
  // What whole pixels leave over goes between the heads, so that the picture fills its room.
  const pitch = size + gap + Math.min(roomX - size, px(5), Math.max(0, roomY - size));
  return {
    ratio, left, top, size, pitch, strip, n_heads, order,
    places: order && order.reduce((places, head, place) => ((places[head] = place), places), []),
    pitchY: pitch + strip,
    width: left + (n_heads - 1) * pitch + size + edge,
    height: top + (n_layers - 1) * (pitch + strip) + size + strip + edge,
  };
}

/** Give the left and upper edge of a head, in device pixels. */
function spot({ left, top, pitch, pitchY, n_heads, places }, layer, head) {
  const place = places ? places[layer * n_heads + head] : layer * n_heads + head;
  return [left + (place % n_heads) * pitch, top + Math.floor(place / n_heads) * pitchY];
}

/** Give a head's side: near the wanted one and a multiple of its cells, if the room allows. */
function thumbnailSize(most, wanted, side) {
  const larger = Math.ceil(wanted / side) * side;
  const smaller = Math.floor(wanted / side) * side;
  if (larger <= most && larger <= 1.2 * wanted) return larger;
  return smaller >= 0.8 * wanted ? smaller : wanted;
}

/** Give the first and last cell that each pixel of a head's side covers. */
function cellSpans(size, side) {
  const first = new Int32Array(size);
  const last = new Int32Array(size);
  for (let x = 0; x < size; x++) {
    first[x] = Math.floor((x * side) / size);
    last[x] = size >= side ? first[x] : Math.ceil(((x + 1) * side) / size) - 1;
  }
  return { size, first, last };
}

/** Write into `at` which head, row and column lie under a point in CSS pixels; tell if any do. */
function locate(layout, data, x, y, at) {
  const { left, top, pitch, pitchY, size, order } = layout;
  const [across, down] = [x * layout.ratio - left, y * layout.ratio - top];
  const [column, line] = [Math.floor(across / pitch), Math.floor(down / pitchY)];
  if (column < 0 || column >= data.n_heads || line < 0 || line >= data.n_layers) return false;
  const place = line * data.n_heads + column;
  const index = order ? order[place] : place;
  const cell = (offset, n) => Math.min(n - 1, Math.floor((offset * n) / size));
  at.layer = Math.floor(index / data.n_heads);
  at.head = index % data.n_heads;
  at.row = cell(down - line * pitchY, data.rows);
  at.column = cell(across - column * pitch, data.columns);
  return true;
}
