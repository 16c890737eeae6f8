/** Mount two maps and their difference. */
export default function maps(component) {
  return mount(component, createCompared);
}

function createCompared(root, send) {
  const parts = comparedParts(root);
  const state = { root, data: null, numbers: null, layout: null, here: null, painted: "" };
  const choose = (query, key) => {
    state.data = { ...state.data, query, key };
    refresh(parts, state, choose);
    send("pick", [query, key]);
  };
  parts.maps.forEach((map) => listenMap(map, parts, state, choose));
  const stop = watch(root, () => state.data && refresh(parts, state, choose));
  const update = (data) => {
    if (data.body !== state.data?.body) state.numbers = comparedMaps(data);
    if (state.here && Math.max(state.here.row, state.here.column) >= data.labels.length) state.here = null;
    state.data = data;
    refresh(parts, state, choose);
    setAttribute(root, "data-ready", "true");
  };
  return { update, close: () => (stop(), parts.live.close()) };
}

function comparedParts(root) {
  const maps = [0, 1, 2].map(comparedMap);
  const keys = el("p", { class: "hidden", id: "keys" });
  const [read, legend, row, changes, live] = [compareReadout(), compareLegend(), rowTable(), changeList(), announcer()];
  const board = el("div", { class: "maps" }, ...maps.map((map) => map.node));
  const below = el("div", { class: "below" }, row.node, changes.node);
  const node = el("div", { class: "compared" }, board, read.node, legend.node, below, keys, live.node);
  root.append(node);
  return { node, maps, board, keys, read, legend, row, changes, live };
}

/** Bring everything up to date with the data, the room and the theme. */
function refresh(parts, state, choose) {
  const { root, data, numbers } = state;
  if (!root.clientWidth) return;
  const colours = palette(root);
  state.colours = colours;
  const label = longestName(parts.maps[0].canvas, data, colours);
  state.layout = mapLayout(root.clientWidth, resolutionOf(root), numbers.n, label);
  const titles = [...data.titles, data.words.difference_title];
  setText(parts.keys, data.words.keys);
  setAttribute(parts.node, "aria-label", data.words.label);
  parts.board.style.gridTemplateColumns = `repeat(${state.layout.columns}, minmax(0, 1fr))`;
  parts.maps.forEach((map, side) => {
    setText(map.title, titles[side]);
    setAttribute(map.plate, "aria-label", titles[side]);
    paintMap(map, side, state);
    placeRings(map, state);
  });
  parts.legend.draw(data, colours, root);
  parts.read.say(data, numbers, state.here);
  parts.row.draw(state, choose);
  parts.changes.draw(state, choose);
}

/** Light a cell in all maps and say what it holds. */
function point(parts, state, here) {
  state.here = here;
  for (const map of parts.maps) placeRings(map, state);
  parts.read.say(state.data, state.numbers, here);
}

function listenMap({ plate, canvas }, parts, state, choose) {
  const last = { x: 0, y: 0, frame: 0 };
  const under = () => state.layout && cellUnder(state.layout, last.x, last.y);
  const follow = (event) => {
    Object.assign(last, within(canvas, event));
  };
  plate.addEventListener("pointermove", (event) => {
    follow(event);
    last.frame ||= requestAnimationFrame(() => {
      last.frame = 0;
      point(parts, state, under());
    });
  });
  plate.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    cancelAnimationFrame(last.frame);
    last.frame = 0;
    point(parts, state, null);
  });
  plate.addEventListener("click", (event) => {
    follow(event);
    const here = under();
    if (!here) return;
    point(parts, state, here);
    choose(here.row, here.column);
  });
  plate.addEventListener("blur", () => point(parts, state, null));
  plate.addEventListener("keydown", (event) => walk(event, parts, state, choose));
}

/** Arrow keys move the cell that is read, Enter chooses it. */
function walk(event, parts, state, choose) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { row, column } = state.here ?? { row: state.data.query, column: state.data.key };
  const last = state.numbers.n - 1;
  const moves = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column], Home: [row, 0], End: [row, last],
  };
  const chosen = event.key === "Enter" || event.key === " ";
  const next = moves[event.key];
  if (!chosen && !next) return;
  event.preventDefault();
  event.stopPropagation();
  if (chosen) return event.repeat || choose(row, column);
  const inside = (place) => Math.min(last, Math.max(0, place));
  const here = { row: inside(next[0]), column: inside(next[1]) };
  point(parts, state, here);
  parts.live.say(spokenPair(state.data, state.numbers, here));
}
