const MASKED = 65535;
const STOPS = [0, 100, 250, 500, 750, 1000];

/** Give the 1001 colours of 0.000 … 1.000 as pixels of an ImageData. */
function weightPixels(ramp) {
  const colours = ramp.match(/#\w{6}/g).map(rgb);
  const pixels = new Uint32Array(1001);
  for (let value = 0, stop = 1; value <= 1000; value++) {
    while (value > STOPS[stop]) stop++;
    const share = (value - STOPS[stop - 1]) / (STOPS[stop] - STOPS[stop - 1]);
    const mixed = colours[stop - 1].map((c, i) => Math.round(c + (colours[stop][i] - c) * share));
    pixels[value] = pixel(mixed);
  }
  return pixels;
}

/** Give one colour as a pixel of an ImageData seen as little-endian uint32. */
function pixel([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Give the weight scale as a CSS gradient, for a legend. */
function rampGradient(ramp) {
  const stops = ramp.match(/#\w{6}/g).map((colour, i) => `${colour} ${STOPS[i] / 10}%`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** Give a weight's colour as CSS. */
function weightColour(pixels, value) {
  const p = pixels[Math.min(1000, value)];
  return `rgb(${p & 255} ${(p >> 8) & 255} ${(p >> 16) & 255})`;
}
