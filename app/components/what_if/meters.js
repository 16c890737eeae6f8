/** Make the meters beside the row: a bar for after, a tick for before. */
function rowMeters() {
  const node = el("section", { class: "meters" });
  const draw = ({ words, labels, facts }) => {
    const key = (index) => `${labels[index]}${placed(labels, index)}`;
    const bits = filled(words.bits, { most: fmt(facts.most_entropy, 2) });
    const on = filled(facts.top_before === facts.top_after ? words.on : words.on_other, { key: key(facts.top_after), before: key(facts.top_before) });
    const meters = [
      meter(words.entropy, facts.entropy_before, facts.entropy_after, facts.most_entropy || 1, 2, bits, "entropy"),
      meter(words.largest, facts.largest_before, facts.largest_after, 1, 4, on),
      meter(words.moved, null, facts.moved, 1, 4, words.moved_note),
    ];
    meters.forEach((made, i) => (node.children[i] ? renew(node.children[i], made) : node.append(made)));
  };
  return { node, draw };
}

function meter(name, before, after, most, places, note, kind = "weight") {
  const share = (value) => `${Math.min(1, Math.max(0, value / most)) * 100}%`;
  const numbers = before === null ? [] : [el("span", { class: "before" }, fmt(before, places)), el("span", { "aria-hidden": "true" }, "→")];
  const tick = before === null ? null : el("em", { style: `left: ${share(before)}` });
  const bar = el("i", { style: `width: ${share(after)}` });
  return el("div", { class: `meter ${kind}` }, el("h3", {}, name),
    el("p", { class: "numbers" }, ...numbers, el("b", {}, fmt(after, places)), el("small", {}, note)),
    el("div", { class: "track", "aria-hidden": "true" }, bar, tick));
}

/** Put new numbers into a meter that is there, so that its bar moves. */
function renew(old, made) {
  old.querySelector("h3").replaceWith(made.querySelector("h3"));
  old.querySelector(".numbers").replaceWith(made.querySelector(".numbers"));
  for (const part of ["i", "em"]) {
    const [is, will] = [old.querySelector(`.track ${part}`), made.querySelector(`.track ${part}`)];
    if (is && will) is.style.cssText = will.style.cssText;
  }
}

/** Make the list of all tokens' last states: how far each turned, how long it was and is. */
function lastStates() {
  const [title, lead, head, body] = [el("h2"), el("p", { class: "second" }), el("thead"), el("tbody")];
  const more = el("button", { type: "button", class: "more" });
  const node = el("section", { class: "states" }, title, lead, el("div", { class: "scroll" }, el("table", {}, head, body)), more);
  const state = { all: false, draw: () => undefined };
  const draw = (data, states) => {
    const { words, labels, query } = data;
    setText(title, words.states);
    setText(lead, words.states_note);
    head.replaceChildren(headings([words.token, words.cosine, words.length_before, words.length_after], ["0", "1"]));
    const turned = (i) => 1 - states.cosines[i];
    const most = labels.map((_, i) => i).sort((a, b) => turned(b) - turned(a) || a - b).slice(0, LISTED);
    const listed = state.all || labels.length <= LISTED ? labels.map((_, i) => i) : [...new Set([query, ...most])].slice(0, LISTED).sort((a, b) => a - b);
    body.replaceChildren(...listed.map((i) => el("tr", { class: i === query ? "own" : null },
      el("th", { scope: "row" }, el("bdi", {}, labels[i]), el("small", {}, placed(labels, i))),
      el("td", {}, fmt(states.cosines[i])), el("td", { class: "was" }, fmt(states.before[i], 2)), el("td", {}, fmt(states.after[i], 2)),
      el("td", { class: "strip", "aria-hidden": "true" }, el("div", {}, el("i", { class: "bar", style: `width: ${Math.min(1, turned(i)) * 100}%` }))))));
    more.hidden = labels.length <= LISTED;
    setText(more, state.all ? words.fewer : filled(words.all, { n: labels.length }));
    state.draw = () => draw(data, states);
  };
  more.addEventListener("click", () => {
    state.all = !state.all;
    state.draw();
  });
  return { node, draw };
}
