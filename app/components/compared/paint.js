/** Paint a map's cells: a colour per number, lines where nobody may look, dots where nothing is. */
function paintCells(context, layout, map, colourOf, inks) {
  const { n, pixels, gap, ratio, left, top } = layout;
  const image = context.createImageData(pixels, pixels);
  const target = new Uint32Array(image.data.buffer);
  const cells = pixels >= n ? map : strongest(map, n, pixels);
  const side = Math.min(n, pixels);
  const size = pixels / side;
  const pattern = cellPattern(ratio, inks);
  for (let y = 0; y < pixels; y++) {
    const row = Math.floor(y / size);
    const edge = y - row * size >= size - gap;
    for (let x = 0; x < pixels; x++) {
      const column = Math.floor(x / size);
      const value = cells[row * side + column];
      const inGap = edge || x - column * size >= size - gap;
      target[y * pixels + x] = inGap ? inks.bg : Number.isNaN(value) || value === inks.barred ? pattern(value, x, y) : colourOf(value);
    }
  }
  context.putImageData(image, Math.round(left * ratio), Math.round(top * ratio));
}

/** Give the two patterns that are no number. */
function cellPattern(ratio, { barred, hatch, bg }) {
  const [period, thick] = [Math.round(5 * ratio), Math.max(1, Math.round(ratio))];
  const dot = Math.max(1, Math.round(1.5 * ratio));
  return (value, x, y) => {
    if (value === barred) return (x + y) % period < thick ? hatch : bg;
    return x % (2 * period) < dot && y % (2 * period) < dot ? hatch : bg;
  };
}

/** Give one cell per pixel where there are more cells than pixels: the number of largest size. */
function strongest(map, n, pixels) {
  const found = new Float32Array(pixels * pixels).fill(NaN);
  for (let i = 0; i < n * n; i++) {
    const row = Math.floor((Math.floor(i / n) * pixels) / n);
    const at = row * pixels + Math.floor(((i % n) * pixels) / n);
    if (Number.isNaN(found[at]) || Math.abs(map[i]) > Math.abs(found[at]) || (found[at] === NO_LOOK && map[i] >= 0)) found[at] = map[i];
  }
  return found;
}

/** Give a function from a weight to a pixel, on the fixed scale 0 to 1. */
function weightPaint(ramp) {
  const colours = weightPixels(ramp);
  return (value) => colours[Math.min(1000, Math.round(value * 1000))];
}

/** Give a function from a difference to a pixel, on the fixed scale −1 to 1. */
function differencePaint(root) {
  const colour = signedScale(root);
  const table = Uint32Array.from({ length: 2001 }, (_, i) => pixel(colour((i - 1000) / 1000).match(/\d+/g).map(Number)));
  return (value) => table[Math.round(value * 1000) + 1000];
}
