const SOFTMAX = ["shifted", "exp", "weights"];
const PAUSE = 2400;

/** Draw the stages in a row, with the way back and on at its ends. */
function createRail(go) {
  const back = el("button", { class: "btn back", type: "button", onclick: () => go.step(-1) });
  const next = el("button", { class: "btn primary", type: "button", onclick: () => go.step(1) });
  const play = el("button", { class: "btn play", type: "button", onclick: () => go.play() }, el("i"));
  const list = el("ol", {});
  const node = el("nav", { class: "rail" }, back, list, el("div", { class: "ends" }, play, next));
  const rail = { node, back, next, play, list, buttons: new Map() };
  const build = (walk) => buildRail(rail, walk, go);
  const draw = (walk, stage, playing) => drawRail(rail, walk, stage, playing);
  list.addEventListener("scroll", () => showMore(list));
  return { node, build, draw, buttons: rail.buttons, reveal: (stage) => revealStop(rail, stage) };
}

/** Give the stops of the rail: the three parts of softmax are one. */
function railStops({ stages }) {
  const stops = stages.filter((stage) => !SOFTMAX.includes(stage)).map((stage) => [stage, [stage]]);
  const soft = SOFTMAX.filter((stage) => stages.includes(stage));
  const after = stops.findIndex(([stage]) => stage === "sum" || stage === "output");
  if (soft.length) stops.splice(after < 0 ? stops.length : after, 0, ["softmax", soft]);
  return stops;
}

function buildRail(rail, walk, go) {
  const { words } = walk;
  rail.buttons.clear();
  const items = railStops(walk).map(([id, stages]) => {
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, ...stages.map(() => el("i")));
    const text = words[`name_${id}`];
    const name = el("span", { class: "name" }, el("span", { class: "text", "data-text": text }, text), stages.length > 1 ? dots : null);
    const formula = el("small", { "aria-hidden": "true" }, railFormula(walk, id));
    const button = el("button", { type: "button", "data-stage": id }, formula, name);
    button.addEventListener("click", () => go.to(stages[0]));
    stages.forEach((stage, i) => rail.buttons.set(stage, { button, dot: dots.children[i] }));
    return el("li", {}, button);
  });
  rail.list.replaceChildren(...items);
  rail.node.setAttribute("aria-label", words.stages);
  rail.back.textContent = walk.is_part ? "←" : `← ${words.back}`;
  rail.next.textContent = walk.is_part ? "→" : `${words.next} →`;
  [[rail.back, words.back], [rail.next, words.next]].forEach(([button, name]) => setAttribute(button, "aria-label", name));
  rail.next.classList.toggle("primary", !walk.is_part);
  rail.node.classList.toggle("part", walk.is_part);
  rail.node.hidden = walk.stages.length < 2;
}

function railFormula(walk, id) {
  const formulas = {
    x: "x", qkv: "x · W", scores: "q · k", scaled: scalingSymbol(walk), softcap: "c · tanh",
    bias: "+ b", mask: `+ ${walk.words.mask_term}`, sink: walk.words.sink_row, sum: "Σ w · v", output: "z · W_O",
  };
  if (id !== "softmax") return symbol(formulas[id]);
  return el("span", {}, "e", el("sup", {}, "x"), " ÷ Σ e", el("sup", {}, "x"));
}

/** Write what is done to a score, as a symbol. */
function scalingSymbol({ scaling, scale, d_head }) {
  if (scaling === "root") return `÷ √${d_head}`;
  if (scaling === "other_root") return `÷ √${Math.round(scale ** -2)}`;
  return scaling === "factor" ? `× ${fmt(scale)}` : "× 1";
}

function drawRail(rail, walk, stage, playing) {
  const held = rail.buttons.get(stage).button;
  for (const [id, { button, dot }] of rail.buttons) {
    setAttribute(button, "aria-current", button === held ? "step" : null);
    dot.classList.toggle("on", id === stage);
  }
  const place = walk.stages.indexOf(stage);
  rail.back.disabled = place === 0;
  rail.next.disabled = place === walk.stages.length - 1;
  const label = walk.words[playing ? "pause" : "play"];
  rail.play.classList.toggle("playing", playing);
  setAttribute(rail.play, "aria-label", label);
  setAttribute(rail.play, "title", label);
}

/** Fade the stages out where there are more of them. */
function showMore(list) {
  const end = list.scrollWidth - list.clientWidth;
  list.classList.toggle("before", list.scrollLeft > 4);
  list.classList.toggle("after", list.scrollLeft < end - 4);
}

/** Scroll the stages, where they do not fit, so that the current one is seen. */
function revealStop({ list, buttons }, stage) {
  const { button } = buttons.get(stage);
  if (list.scrollWidth > list.clientWidth)
    list.scrollLeft = button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2;
  showMore(list);
}
