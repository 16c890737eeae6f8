const TALL = 1120;
const BIGGEST = 96;

/** Place all heads on the canvas, in device pixels: whole ones per token where they fit. */
function gridLayout(width, ratio, { n_layers, n_heads, side }) {
  const px = (css) => Math.round(css * ratio);
  const [left, top, edge] = [px(26), px(26), px(4)];
  const gap = px(width < 480 ? 2 : 3);
  const roomX = Math.max(4, Math.floor((Math.floor(width * ratio) - left - edge) / n_heads) - gap);
  const roomY = Math.max(px(16), Math.floor(px(TALL) / n_layers) - gap);
  const size = thumbnailSize(roomX, Math.min(roomX, roomY, px(BIGGEST)), side);
  // What whole pixels leave over goes between the heads, so that the picture fills its room.
  const pitch = size + gap + Math.min(roomX - size, px(5), Math.max(0, roomY - size));
  return {
    ratio, left, top, size, pitch, side,
    width: left + (n_heads - 1) * pitch + size + edge,
    height: top + (n_layers - 1) * pitch + size + edge,
  };
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
  const across = x * layout.ratio - layout.left;
  const down = y * layout.ratio - layout.top;
  const head = Math.floor(across / layout.pitch);
  const layer = Math.floor(down / layout.pitch);
  if (head < 0 || head >= data.n_heads || layer < 0 || layer >= data.n_layers) return false;
  const cell = (offset) => Math.min(data.side - 1, Math.floor((offset * data.side) / layout.size));
  at.layer = layer;
  at.head = head;
  at.row = cell(down - layer * layout.pitch);
  at.column = cell(across - head * layout.pitch);
  return true;
}
