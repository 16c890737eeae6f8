/** Make the legend: one scale for both maps, one for their difference, two patterns. */
function compareLegend() {
  const parts = Object.fromEntries(["axes", "weight", "signed", "hatched", "dotted"].map((name) => [name, el("span", { class: "words" })]));
  const ramp = (name, low, high) => el("span", { class: "item" }, low, el("i", { class: `ramp ${name}`, "aria-hidden": "true" }), high, parts[name]);
  const swatch = (name) => el("span", { class: "item" }, el("i", { class: `swatch ${name}`, "aria-hidden": "true" }), parts[name]);
  const items = { hatched: swatch("hatched"), dotted: swatch("dotted") };
  const node = el("div", { class: "legend" }, el("span", { class: "item" }, parts.axes), ramp("weight", "0", "1"), ramp("signed", "\u22121", "+1"), items.hatched, items.dotted);
  const draw = ({ words, has_barred, has_absent }, colours, root) => {
    setText(parts.axes, words.axes);
    setText(parts.weight, words.weight_scale);
    setText(parts.signed, words.signed_scale);
    setText(parts.hatched, words.hatched);
    setText(parts.dotted, words.dotted);
    items.hatched.hidden = !has_barred;
    items.dotted.hidden = !has_absent;
    node.querySelector(".ramp.weight").style.background = rampGradient(colours.ramp);
    const colour = signedScale(root);
    const stops = Array.from({ length: 21 }, (_, i) => `${colour((i - 10) / 10)} ${i * 5}%`);
    node.querySelector(".ramp.signed").style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  };
  return { node, draw };
}
