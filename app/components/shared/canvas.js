const SIDE_LIMIT = 8192;
const AREA_LIMIT = 16e6;

/** Give a canvas a size in CSS pixels at the screen's resolution, within what browsers can hold. */
function fit(canvas, width, height) {
  const room = Math.min(SIDE_LIMIT / Math.max(width, height), Math.sqrt(AREA_LIMIT / (width * height)));
  const ratio = Math.min(resolutionOf(canvas), room);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.direction = "ltr";
  context.textBaseline = "middle";
  return { context, ratio };
}

/** Read the colours and the font a canvas paints with from the style they are written in. */
function palette(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["bg", "ink", "second", "line", "strong", "hatch", "query", "key", "weight"];
  const colours = Object.fromEntries([...names, "weight-mark"].map((name) => [name, read(name)]));
  return { ...colours, ramp: read("ramp"), font: read("font") };
}

/** Give a CSS font of the page's family. */
function font(colours, size, bold = false) {
  return `${bold ? 650 : 400} ${size}px ${colours.font}`;
}

/** Fence a label in, so that right-to-left text does not turn its neighbours round. */
function isolated(text) {
  return `\u2068${text}\u2069`;
}

/** Shorten a label to a width in the context's font, by whole characters. */
function shortened(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  const characters = Array.from(text);
  let [fits, fails] = [0, characters.length];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    const short = `${characters.slice(0, middle).join("")}…`;
    if (context.measureText(short).width <= width) fits = middle;
    else fails = middle;
  }
  return `${characters.slice(0, fits).join("")}…`;
}
