const CASES = ["gives", "masked_first", "masked_second", "masked", "only_first", "only_second", "neither"];

/** Make the line below the maps that says what a cell holds on both sides. */
function compareReadout() {
  const node = el("p", { class: "readout" });
  let words = null;
  let lines = {};
  const rebuild = (data) => {
    words = data.words;
    lines = Object.fromEntries(CASES.map((name) => [name, sentence(words[name])]));
    const idle = matchMedia("(pointer: coarse)").matches ? words.idle_touch : words.idle;
    lines.idle = { node: el("span", { class: "second" }, idle), say: () => undefined };
    node.replaceChildren(...["idle", ...CASES].map((name) => lines[name].node));
  };
  const say = (data, numbers, here) => {
    if (words !== data.words) rebuild(data);
    const kind = here ? pairKind(numbers, here.row, here.column) : "idle";
    for (const [name, line] of Object.entries(lines)) line.node.hidden = name !== kind;
    if (here) lines[kind].say(pairValues(data, numbers, here.row, here.column));
  };
  return { node, say };
}

/** Give the same as plain text, for a screen reader. */
function spokenPair(data, numbers, { row, column }) {
  return filled(data.words[pairKind(numbers, row, column)], pairValues(data, numbers, row, column));
}
