const BAR = 76;

/** Make the bars under the heads and their sentence; `draw(state)` shows lengths or weights. */
function headBars(choose) {
  const tabs = ["contribution", "weight"].map((by) =>
    el("button", { type: "button", "data-by": by, onclick: () => choose(by) }));
  const [note, cells, said] = [el("small"), el("div", { class: "cells" }), el("p", { class: "said" })];
  const group = el("div", { class: "seg", role: "group" }, ...tabs);
  const node = el("div", { class: "row bars" }, el("div", { class: "name" }, group, note), cells);
  const draw = ({ data, numbers, by }) => {
    const words = data.words;
    setAttribute(group, "aria-label", words.by);
    for (const tab of tabs) {
      setText(tab, words[tab.dataset.by]);
      setAttribute(tab, "aria-pressed", String(tab.dataset.by === by));
    }
    const weights = by === "weight";
    setIndexed(note, filled(weights ? words.weight_note : words.length_note, { query: data.asking }));
    const kind = weights ? words.largest : words.length;
    const shown = weights ? numbers.largestWeights : numbers.lengths;
    const most = weights ? 1 : peak(shown);
    const best = largest(shown);
    cells.replaceChildren(...Array.from(shown, (value, head) => {
      const label = weights ? el("bdi", { class: "key" }, data.labels[numbers.tops[head]]) : null;
      const number = setNumber(numberButton(), value, weights ? 4 : 2, `${filled(words.head, { head })}, ${kind}`);
      const bar = el("i", { style: `height: ${Math.max(1, (value / most) * BAR)}px` });
      return el("div", { class: `bar${weights ? " weight" : ""}${head === best ? " best" : ""}`, "data-head": head }, label, number, bar);
    }));
    said.replaceChildren(barSentence(data, numbers, weights, best));
  };
  return { node, said, draw };
}

/** Say which head leads, and whether the other measure agrees. */
function barSentence(data, numbers, weights, head) {
  const { words, labels } = data;
  const template = sentence(weights ? words.say_same : words.say_length);
  const length = fmt(numbers.lengths[head], 2);
  if (!weights) return template.say({ head, length }), template.node;
  const rank = 1 + numbers.lengths.filter((other) => other > numbers.lengths[head]).length;
  const chosen = rank === 1 ? template : sentence(words.say_weight);
  const weight = fmt(numbers.largestWeights[head], 3);
  chosen.say({ head, weight, key: labels[numbers.tops[head]], length, rank, n: data.n_heads });
  return chosen.node;
}
