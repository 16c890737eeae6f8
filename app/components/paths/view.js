const HOP = 420;

/** Mount the race. */
export default function paths(component) {
  return mount(component, createPaths);
}

function createPaths(root) {
  const view = { root, data: null, runs: [], timers: [], live: announcer() };
  const button = el("button", { class: "btn", type: "button", onclick: () => play(view) });
  const list = el("div", { class: "ways" });
  root.append(el("div", { class: "paths" }, button, list), view.live.node);
  Object.assign(view, { button, list });
  const stop = watch(root, () => view.data && build(view));
  const update = (data) => {
    if (data === view.data) return;
    view.data = data;
    build(view);
  };
  return { update, close: () => (stop(), halt(view), view.live.close()) };
}

function halt(view) {
  view.timers.forEach(clearTimeout);
  view.timers = [];
}

function build(view) {
  halt(view);
  const { words, ways, labels } = view.data;
  setText(view.button, `▶ ${words.play}`);
  view.runs = ways.map((way) => buildWay(way, labels, words, view.root.clientWidth));
  view.list.replaceChildren(...view.runs.map((run) => run.node));
  view.runs.forEach((run) => {
    const first = run.way.stops[0][1];
    const column = run.scroll.scrollWidth / labels.length;
    run.scroll.scrollLeft = Math.max(0, (first - 1) * column);
    run.show(run.way.stops.length - 1);
  });
}

function buildWay(way, labels, words, width) {
  const [from, to] = [labels[way.stops[0][1]], labels[way.stops.at(-1)[1]]];
  const name = filled(words.say, { network: words[way.kind], from, to, n: way.hops });
  const { node: picture, go } = drawWay(way, labels, width, name);
  const scroll = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words[way.kind] }, picture);
  const count = el("b", {});
  const title = el("h3", {}, words[way.kind], " ", count);
  const skipped = way.stops.length - 1 - way.hops;
  const show = (i) => {
    go(i);
    setText(count, filled(words.hops, { n: Math.max(0, i - skipped) }));
  };
  return { node: el("div", { class: "one" }, title, scroll), scroll, way, show, name };
}

/** Send the word along all ways at the same pace. */
function play(view) {
  halt(view);
  const longest = Math.max(...view.runs.map(({ way }) => way.stops.length));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (let i = calm ? longest - 1 : 0; i < longest; i++) {
    const step = () => view.runs.forEach((run) => run.show(Math.min(i, run.way.stops.length - 1)));
    view.timers.push(setTimeout(step, calm ? 0 : i * HOP));
  }
  setText(view.button, `▶ ${view.data.words.again}`);
  view.live.say(view.runs.map((run) => run.name).join(" "));
}
