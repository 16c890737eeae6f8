const REST = 450;

/** Take in what Python sends. The walk goes on where it was, unless the address was changed. */
function receive(view, data) {
  const { state, received: before } = view;
  if (data === before) return state.rows === "all" && view.all.draw();
  view.received = data;
  const same = before && data.place === before.place && data.words.lang === before.words.lang;
  const asked = [data.stage, data.shown[data.key], data.matrix, data.dim, data.rows].join();
  const moved = !answered(view, asked);
  if (moved) Object.assign(state, { part: data.matrix, dimension: data.dim, rows: data.rows });
  if (moved || !data.stages.includes(state.stage)) state.stage = data.stage;
  // The same row again, perhaps with fewer rows around it: nothing is taken away while one walks.
  const row = same ? view.walk.shown.indexOf(data.shown[data.key]) : -1;
  if (row >= 0) {
    if (moved) state.key = row;
    return moved && drawView(view);
  }
  state.key = data.key;
  view.walk = readWalk(data);
  state.dimension = Math.min(state.dimension, view.walk.matrices.v.columns - 1);
  view.table.build(view.walk);
  view.rail.build(view.walk);
  writeFrame(view);
  return drawView(view);
}

/** Tell whether Python only repeats a place it was told; a slow answer may come after the next step. */
function answered(view, asked) {
  const place = view.pending.indexOf(asked);
  if (place >= 0) view.pending.splice(0, place + 1);
  else if (asked === view.told) return true;
  else Object.assign(view, { told: asked, pending: [] });
  return place >= 0;
}

/** Tell Python where the walk has come to, once it rests, so that the link says it. */
function tell(view) {
  clearTimeout(view.timer);
  if (view.state.playing) return;
  view.timer = setTimeout(() => {
    const place = walkPlace(view);
    const told = [place.stage, place.key, place.matrix, place.dim, place.rows].join();
    if (told === view.told) return;
    view.told = told;
    view.pending.push(told);
    view.send("walk", place);
  }, REST);
}

/**
 * Go where the browser's history goes. What Python was told before no longer counts: its answer for
 * the earlier place may be one it gave already, and would be taken for an echo.
 */
function followHistory(view) {
  const stop = new AbortController();
  const follow = () => {
    clearTimeout(view.timer);
    Object.assign(view, { told: "", pending: [], received: null });
    const { walk, state } = view;
    const address = new URLSearchParams(location.search);
    const row = walk ? walk.shown.indexOf(Number(address.get("key") ?? NaN)) : -1;
    if (row < 0 || Number(address.get("query") ?? NaN) !== walk.askers[walk.query]) return;
    const stage = address.get("stage") ?? "x";
    Object.assign(state, { key: row, stage: walk.stages.includes(stage) ? stage : state.stage });
    drawView(view);
  };
  addEventListener("popstate", follow, { signal: stop.signal });
  return () => stop.abort();
}

/** Give the place of the walk as the address says it. */
function walkPlace({ state, walk }) {
  const { stage, part: matrix, dimension: dim, rows } = state;
  return { stage, matrix, dim, rows, key: walk.shown[state.key], query: walk.askers[walk.query] };
}

/** Choose a cell of the matrix of all rows: another row is another query, which Python reads. */
function chooseCell(view, query, key) {
  const { walk } = view;
  if (query === walk.query) return view.set({ key });
  // What was still to be told is part of this place; told later, it would bring the old row back.
  clearTimeout(view.timer);
  return view.send("walk", { ...walkPlace(view), key: walk.shown[key], query: walk.askers[query] });
}

/** Let the sentence above show the pair at once; without one it is as Python sends it. */
function showPair(pair) {
  document.dispatchEvent(new CustomEvent("attention-pair", { detail: pair }));
}

/** Lead to the page that shows where the open number of q, k or v comes from. */
function numberLink(view, text) {
  const place = walkPlace(view);
  const address = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(place)) address.set(name, value);
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    view.send("number", walkPlace(view));
  };
  return el("a", { href: `qkv?${address}`, "data-stop": "number", onclick: follow }, text);
}
