/** Mount the way through the course. */
export default function lessonRail(component) {
  return mount(component, createLessonRail);
}

function createLessonRail(root, send) {
  const view = { root, data: null, built: "", live: announcer(), parts: null };
  view.go = (place) => place && send("go", place);
  const stop = new AbortController();
  document.addEventListener("keydown", (event) => onKey(view, event), { signal: stop.signal });
  const update = (data) => receive(view, data);
  return { update, close: () => (stop.abort(), view.live.close()) };
}

/** Give the place before or after this one; the course has two ends. */
function neighbourPlace({ lesson, step, lessons, steps }, way) {
  const next = step + way;
  if (next >= 1 && next <= steps.length) return [lesson, next];
  const other = lesson + way;
  if (other < 1 || other > lessons.length) return null;
  return [other, way > 0 ? 1 : 0];
}

/** Walk with the arrow keys wherever they have nothing else to do. */
function onKey(view, event) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { data } = view;
  if (!way || !data || data.is_end || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
  const taken = "input, textarea, select, [contenteditable], [role='slider'], [role='application'], [role='radiogroup'], [role='listbox'], [role='combobox'], dialog";
  const target = event.composedPath()[0];
  if (event.composedPath().some((node) => node.classList?.contains("steps"))) return;
  if (target instanceof Element && (target.closest(taken) || scrollsSideways(target))) return;
  event.preventDefault();
  view.go(neighbourPlace(data, way));
}

/** Tell whether the arrow keys would scroll what has the focus. */
function scrollsSideways(node) {
  return node.tabIndex >= 0 && node !== document.body && node.scrollWidth > node.clientWidth + 1;
}

function receive(view, data) {
  const before = view.data;
  view.data = data;
  const shape = [data.words.lang, data.lesson, data.is_end, ...data.lessons, ...data.steps].join("\0");
  if (shape !== view.built) {
    view.built = shape;
    view.parts = data.is_end ? buildEnd(view) : buildRail(view);
  }
  draw(view);
  const moved = before && !data.is_end && (before.lesson !== data.lesson || before.step !== data.step);
  if (moved) arrive(view);
}

/** Bring the beginning of the new step into view and say where one is. */
function arrive({ root, data, live }) {
  if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
  live.say(`${stepName(data, data.step)}`);
}

function stepName({ steps, words }, step) {
  return filled(words.step, { step, n: steps.length, title: steps[step - 1] });
}

function buildRail(view) {
  const { data, root } = view;
  const { words } = data;
  const held = root.getRootNode().activeElement?.dataset.place;
  const lessons = data.lessons.map((title, i) => {
    const on = i + 1 === data.lesson;
    const name = filled(words.lesson, { n: i + 1, title });
    const inside = [el("small", {}, String(i + 1)), el("span", {}, title)];
    const attributes = { type: "button", "aria-label": name, title: name, "data-place": `lesson ${i + 1}` };
    const button = el("button", { ...attributes, "aria-current": on ? "page" : null }, ...inside);
    button.addEventListener("click", () => view.go([i + 1, 1]));
    return el("li", {}, button);
  });
  const dots = data.steps.map((title, i) => {
    const button = el("button", { type: "button", title, "data-place": `step ${i + 1}` }, el("i"));
    setAttribute(button, "aria-label", stepName(data, i + 1));
    button.addEventListener("click", () => view.go([data.lesson, i + 1]));
    return button;
  });
  const [back, next] = ends(view);
  const list = el("ol", { class: "dots", "aria-label": words.steps }, ...dots.map((dot) => el("li", {}, dot)));
  const hint = el("p", { class: "hidden" }, words.keys);
  const node = el("nav", { class: "course", "aria-label": words.label },
    el("ol", { class: "lessons" }, ...lessons), el("div", { class: "way" }, back, list, next), hint);
  root.replaceChildren(node, view.live.node);
  if (held) node.querySelector(`[data-place="${held}"]`)?.focus();
  const current = node.querySelector(".lessons [aria-current]");
  const lane = node.querySelector(".lessons");
  if (lane.scrollWidth > lane.clientWidth) lane.scrollLeft = current.offsetLeft - 16;
  return { dots, back, next };
}

function buildEnd(view) {
  const [back, next] = ends(view);
  const node = el("div", { class: "course end", role: "group", "aria-label": view.data.words.label }, el("div", { class: "way" }, back, next));
  view.root.replaceChildren(node);
  return { dots: [], back, next };
}

function ends(view) {
  const walk = (way) => () => view.go(neighbourPlace(view.data, way));
  const back = el("button", { class: "btn", type: "button", "data-place": "back", onclick: walk(-1) }, "← ", el("span", {}));
  const next = el("button", { class: "btn primary", type: "button", "data-place": "next", onclick: walk(1) });
  return [back, next];
}

function draw({ data, parts }) {
  const { words, steps, step, lesson, lessons, is_end } = data;
  const [before, after] = [neighbourPlace(data, -1), neighbourPlace(data, 1)];
  parts.back.disabled = !before;
  parts.next.disabled = !after;
  const here = (place) => place && place[0] === lesson;
  const onward = words[after && !here(after) ? "next_lesson" : "next"];
  const title = after && (here(after) ? steps[after[1] - 1] : lessons[after[0] - 1]);
  const backward = before && !here(before) ? words.back_lesson : words.back;
  setText(parts.back.lastChild, backward);
  setAttribute(parts.back, "aria-label", backward);
  setText(parts.next, `${is_end && title ? filled(words.named, { next: onward, title }) : onward} →`);
  parts.dots.forEach((dot, i) => {
    setAttribute(dot, "aria-current", i + 1 === step ? "step" : null);
    dot.classList.toggle("past", i + 1 < step);
  });
}
