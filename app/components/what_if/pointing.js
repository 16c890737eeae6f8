/** Read a cell under the pointer in all three maps at once; a click chooses it. */
function listenPointer(view, choose) {
  view.parts.figures.forEach(({ plate, back }, index) => {
    const under = (event) => {
      const { x, y } = within(back, event);
      return view.layout && cellUnder(view.layout, index, x, y);
    };
    plate.addEventListener("pointermove", (event) => {
      const over = under(event);
      if (over?.query === view.over?.query && over?.key === view.over?.key) return;
      view.over = over;
      redraw(view);
    });
    plate.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "touch") return;
      view.over = null;
      redraw(view);
    });
    plate.addEventListener("click", (event) => {
      const cell = under(event);
      if (cell) choose(cell.query, cell.key);
    });
  });
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Walk the cells with the arrow keys; Enter chooses, Escape goes back to the chosen one. */
function listenKeys(view, choose) {
  const { maps, live } = view.parts;
  maps.addEventListener("blur", () => ((view.over = null), redraw(view)));
  maps.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = view.over ?? { query: view.data.query, key: view.data.key };
    const step = STEPS[event.key];
    if (!step && !["Enter", " ", "Escape"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" || event.key === " ") return event.repeat || choose(at.query, at.key);
    const last = view.data.labels.length - 1;
    const within = (place) => Math.min(last, Math.max(0, place));
    view.over = step ? { query: within(at.query + step[0]), key: within(at.key + step[1]) } : null;
    redraw(view);
    if (view.over) live.say(said(view, view.over));
  });
}
