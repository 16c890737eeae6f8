/** Mount the walk through one row of one head. */
export default function steps(component) {
  return mount(component, createSteps);
}

function createSteps(root, send) {
  const state = {
    stage: "", key: 0, part: "q", dimension: 0, output: 0, open: new Set(), sorted: false, rows: "row", playing: 0,
  };
  const view = { root, send, state, walk: null, received: null, told: "", pending: [], timer: 0, live: announcer() };
  view.set = (changes) => (Object.assign(state, changes), drawView(view), tell(view));
  view.choose = (query, key) => chooseCell(view, query, key);
  const go = walking(view);
  view.rail = createRail(go);
  view.table = createTable((key) => go.row(key));
  view.all = createAllRows(view);
  view.card = createCard(view);
  view.twin = createTwin(view);
  view.frame = createFrame(view);
  const tip = createTip(view);
  const stopKeys = listenKeys(view, go, tip);
  const stopFollowing = followHistory(view);
  const stopWatching = watch(root, () => view.walk && drawView(view));
  const update = (data) => receive(view, data);
  const close = () => {
    for (const stop of [stopKeys, stopFollowing, stopWatching, view.live.close]) stop();
    clearTimeout(view.timer);
    clearTimeout(state.playing);
    showPair(null);
  };
  return { update, close };
}

/** Put the parts on the page; a phone reads the card before the table. */
function createFrame(view) {
  const over = el("div", { class: "over" });
  const left = el("div", { class: "left" }, view.table.node, view.all.node);
  const work = el("div", { class: "work" }, left, view.card.node);
  const rounding = el("span");
  const hints = el("span", { class: "hints", "aria-hidden": "true" });
  const foot = el("div", { class: "foot-text" }, rounding, hints);
  view.root.append(el("div", { class: "steps" }, view.rail.node, over, work, foot, view.twin.node, view.live.node));
  return { over, left, rounding, hints };
}

function writeFrame({ walk, frame }) {
  const { words, n, n_tokens } = walk;
  setText(frame.rounding, n < n_tokens ? `${filled(words.window, { shown: n, n: n_tokens })} ${words.rounding}` : words.rounding);
  const key = (name) => el("kbd", {}, name);
  const keys = el("span", { class: "keys" }, key("←"), key("→"), ` ${words.hint_stage} `, key("↑"), key("↓"), ` ${words.hint_row} · `);
  frame.hints.replaceChildren(keys, `${words.hint_click} · ${words.hint_digits}`);
}

function drawView(view) {
  const { walk, state, frame, root } = view;
  const { words } = walk;
  const all = state.rows === "all";
  const width = frame.left.clientWidth; // read before anything is written: no layout is forced
  root.firstChild.classList.toggle("all", all);
  view.rail.draw(walk, state.stage, Boolean(state.playing));
  const rows = [["row", words.one_row], ["all", words.all_rows]];
  const listed = !all && state.stage !== "output";
  const shown = `${state.rows} ${listed} ${words.lang}`;
  if (frame.over.dataset.shown !== shown) {
    frame.over.dataset.shown = shown;
    const how = !listed ? null : el("span", { class: "label" }, words.choose_key);
    refill(frame.over, segments("rows", rows, state.rows, (id) => view.set({ rows: id })), how);
  }
  if (all) view.all.draw();
  else view.table.draw(walk, state, width);
  view.card.draw();
  view.twin.draw();
  view.rail.reveal(state.stage);
  if (!walk.is_part) showPair({ query: walk.askers[walk.query], key: walk.shown[state.key] });
}

/** Give the ways to walk: to a stage, a step on, to a row, by itself. */
function walking(view) {
  const { state } = view;
  const arrive = (changes) => {
    view.set(changes);
    followFocus(view);
    const { walk } = view;
    view.live.say(`${walk.words[`title_${state.stage}`]}. ${view.card.node.querySelector(".lead").textContent}`);
  };
  const halt = () => (clearTimeout(state.playing), (state.playing = 0));
  const to = (stage) => (halt(), arrive({ stage }));
  const move = (way) => {
    const { stages } = view.walk;
    const place = Math.min(stages.length - 1, Math.max(0, stages.indexOf(state.stage) + way));
    return stages[place];
  };
  const tick = () => {
    const next = move(1);
    const last = next === state.stage;
    state.playing = last ? 0 : setTimeout(tick, PAUSE);
    arrive({ stage: next });
  };
  const play = () => {
    if (state.playing) return halt(), arrive({});
    state.playing = setTimeout(tick, PAUSE);
    arrive({ stage: move(1) === state.stage ? view.walk.stages[0] : state.stage });
  };
  const row = (key) => {
    halt();
    const { n } = view.walk;
    arrive({ key: (key + n) % n, part: state.stage === "qkv" && state.part === "q" ? "k" : state.part });
  };
  return { to, row, play, step: (way) => to(move(way)) };
}

/** Take the keyboard along: Enter must never lead back to where a walk set out. */
function followFocus({ root, rail, table, state }) {
  const held = root.getRootNode().activeElement;
  if (held?.closest(".rail ol")) rail.buttons.get(state.stage).button.focus({ preventScroll: true });
  if (held?.closest(".column.tokens")) table.columns.token.cells[state.key].focus({ preventScroll: true });
}

/** Walk by keys wherever the page has no other use for them. */
function listenKeys(view, go, tip) {
  const stop = new AbortController();
  const last = () => view.walk.stages.length;
  const moves = {
    ArrowLeft: () => go.step(-1), ArrowRight: () => go.step(1), Home: () => go.step(-last()), End: () => go.step(last()),
    ArrowUp: () => go.row(view.state.key - 1), ArrowDown: () => go.row(view.state.key + 1),
    Escape: () => tip.hide(),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!view.walk || isBusy(target)) return;
    // Where a page has a way of its own, its keys are for that; here they count inside the picture.
    if (view.walk.is_part && !event.composedPath().includes(view.root)) return;
    const own = target.closest?.("button:not([aria-current], .hot), summary, a, [tabindex='0']");
    if (event.key === "Enter" && !own) return event.preventDefault(), tip.pin(mainNumber(view.root));
    const move = moves[event.key];
    // Elsewhere Home and End scroll the page, as everybody expects.
    const ends = event.key === "Home" || event.key === "End";
    if (!move || (ends && !event.composedPath().includes(view.root))) return;
    if (event.key !== "Escape") event.preventDefault();
    move();
  }, { signal: stop.signal });
  return () => stop.abort();
}

/** Give the number that a stage is about: the chosen key's in the newest column, else the card's. */
function mainNumber(root) {
  return root.querySelector(".column.now .hot .num") ?? root.querySelector(".result .num, .opened-number .num");
}

/** Tell whether a place on the page has its own use for arrow keys. */
function isBusy(target) {
  if (!(target instanceof Element)) return false;
  const own = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider], [role=radio], [role=dialog] *, .scroll";
  return target.matches(own);
}
