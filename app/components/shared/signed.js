/**
 * Give a function from −1 … 1 to a CSS colour: red below zero, ink above, the page's own at zero.
 * Lengths are raised to 0.7 so that 0.05 is seen.
 */
function signedScale(root) {
  const style = getComputedStyle(root);
  const [negative, zero, positive] = ["negative", "zero", "positive"].map((name) =>
    rgb(style.getPropertyValue(`--${name}`).trim()),
  );
  return (value) => {
    const share = Math.min(1, Math.abs(value)) ** 0.7;
    const end = value < 0 ? negative : positive;
    return `rgb(${zero.map((c, i) => Math.round(c + (end[i] - c) * share)).join(" ")})`;
  };
}

/** Give the legend's gradient: red, the page's own, ink. */
function signedGradient(root) {
  const colour = signedScale(root);
  const stops = [-1, -0.5, -0.2, -0.05, 0, 0.05, 0.2, 0.5, 1];
  const at = (value) => `${colour(value)} ${(value + 1) * 50}%`;
  return `linear-gradient(to right, ${stops.map(at).join(", ")})`;
}
