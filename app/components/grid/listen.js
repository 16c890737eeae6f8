function listenPointer(view, open) {
  const { parts, state, at } = view;
  const [plate, last] = [parts.plate, { x: 0, y: 0, frame: 0 }];
  const under = () => state.layout && locate(state.layout, state.data, last.x, last.y, at);
  const look = () => {
    last.frame = 0;
    const found = under();
    plate.classList.toggle("over", Boolean(found));
    show(view, found ? at : null);
  };
  const follow = (event) => {
    Object.assign(last, within(parts.canvas, event));
    last.frame ||= requestAnimationFrame(look);
  };
  plate.addEventListener("pointermove", follow);
  plate.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    cancelAnimationFrame(last.frame);
    last.frame = 0;
    show(view, null);
  });
  plate.addEventListener("click", (event) => {
    follow(event);
    if (!under()) return;
    const tapped = `${at.layer}.${at.head}`;
    // A finger cannot hover: its first tap reads what a mouse would read by pointing.
    if (event.pointerType !== "touch" || tapped === state.tapped) open(at.layer, at.head);
    state.tapped = tapped;
  });
}

function listenKeys(view, open) {
  const { parts, state } = view;
  const visit = (layer, head) => {
    const place = chosenCell(state.data, layer, head);
    show(view, place);
    parts.live.say(spoken(state.data, place));
  };
  parts.plate.addEventListener("focus", () => {
    if (parts.plate.matches(":focus-visible")) visit(state.data.layer, state.data.head);
  });
  parts.plate.addEventListener("blur", () => show(view, null));
  parts.plate.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { layer, head } = state.here ?? state.data;
    const chosen = event.key === "Enter" || event.key === " ";
    const next = headAfter(state.data, state.layout, layer, head, event.key);
    if (!chosen && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (!chosen) visit(...next);
    else if (!event.repeat) open(layer, head);
  });
}

/** Give the head an arrow key leads to on the picture, going round at the edges. */
function headAfter({ n_layers, n_heads }, { order, places }, layer, head, key) {
  const index = layer * n_heads + head;
  const place = places ? places[index] : index;
  const [line, column] = [Math.floor(place / n_heads), place % n_heads];
  const round = (number, n) => (number + n) % n;
  const moves = {
    ArrowLeft: [line, round(column - 1, n_heads)],
    ArrowRight: [line, round(column + 1, n_heads)],
    ArrowUp: [round(line - 1, n_layers), column],
    ArrowDown: [round(line + 1, n_layers), column],
    Home: [line, 0],
    End: [line, n_heads - 1],
  };
  if (!moves[key]) return undefined;
  const next = moves[key][0] * n_heads + moves[key][1];
  const found = order ? order[next] : next;
  return [Math.floor(found / n_heads), found % n_heads];
}
