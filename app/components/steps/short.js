const fixed = fmt;

/** Numbers worked by hand often end early: write 1 and 0.5 for them, and 4 places for the others. */
fmt = (value, places = 4) => {
  let short = 0;
  while (short < places && !isNear(Number(value.toFixed(short)), value)) short += 1;
  return fixed(value, short);
};

/** Tell whether two numbers differ by what float32 rounds away; only 0 is near 0. */
function isNear(a, b) {
  return a === 0 || b === 0 ? a === b : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}
