/** Give the 255 colours of −127 … 127 as pixels of an ImageData. */
function signedPixels(root) {
  const colour = signedScale(root);
  const pixels = new Uint32Array(256);
  for (let point = -127; point <= 127; point++) {
    const [r, g, b] = colour(point / 127).match(/\d+/g).map(Number);
    pixels[point & 255] = pixel([r, g, b]);
  }
  return pixels;
}

/** Give the colours of exact numbers as points −127 … 127. */
function pointsOf(numbers, end) {
  return Int8Array.from(numbers, (x) => Math.round(127 * Math.max(-1, Math.min(1, x / end))));
}

/** Give a matrix as a small picture, one pixel for each point; it is stretched when drawn. */
function picture(points, columns, pixels) {
  const rows = points.length / columns;
  const node = new OffscreenCanvas(columns, rows);
  const image = new ImageData(columns, rows);
  const target = new Uint32Array(image.data.buffer);
  for (let i = 0; i < points.length; i++) target[i] = pixels[points[i] & 255];
  node.getContext("2d").putImageData(image, 0, 0);
  return node;
}

/** Draw a picture into a box with hard edges. */
function stretch(context, image, { x, y, width, height }) {
  context.imageSmoothingEnabled = false;
  context.drawImage(image, x, y, width, height);
}

/** Veil all of a box but a band of it, so that the band is what one sees. */
function veil(context, { x, y, width, height }, from, to, colour) {
  context.save();
  context.globalAlpha = 0.62;
  context.fillStyle = colour;
  context.fillRect(x, y, from - x, height);
  context.fillRect(to, y, x + width - to, height);
  context.restore();
}

/** Draw a rectangle around something, its line outside of it. */
function outline(context, x, y, width, height, colour, thick) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.strokeRect(x - thick / 2, y - thick / 2, width + thick, height + thick);
}

/** Give the colours a view of one role paints with. */
function inks(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["bg", "ink", "second", "line", "strong", "role", "role-mark", "role-soft", "font"];
  return Object.fromEntries(names.map((name) => [name.replace("-", "_"), read(name)]));
}
