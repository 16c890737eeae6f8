const LAYERS = "[data-testid='stPopoverBody'], [data-testid='stSelectboxVirtualDropdown'], [role='listbox'], dialog[open]";

/** Listen for a presenter's keys until `stop`; `ways` says what each does. */
function listenPresenter(view, stop) {
  // What is open over the page takes Escape for itself, and is gone by the time it comes here.
  let layered = false;
  const before = (event) => {
    layered = event.key === "Escape" && !!document.querySelector(LAYERS);
    // Remotes send these two, and nothing on a page has a better use for them while it is presented.
    if (/^Page(Up|Down)$/.test(event.key) && isFree(event)) press(view, event);
  };
  const after = (event) => !event.defaultPrevented && !layered && isFree(event) && press(view, event);
  addEventListener("keydown", before, { signal: stop.signal, capture: true });
  // On the window: the page's own walks listen on the document and come first.
  addEventListener("keydown", after, { signal: stop.signal });
}

function press(view, event) {
  const { data, go, leave, showCode } = view;
  const { place, names } = data;
  const ways = {
    PageDown: place + 1, ArrowRight: place + 1, PageUp: place - 1, ArrowLeft: place - 1, Home: 1, End: names.length,
  };
  const own = { Escape: leave, q: showCode, Q: showCode };
  if (own[event.key] && !event.repeat) return event.preventDefault(), own[event.key]();
  if (ways[event.key] === undefined || !names.length) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) go(ways[event.key]);
}

/** Tell whether a key was pressed where nobody types or moves within something. */
function isFree(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return false;
  const target = event.composedPath()[0];
  const taken = "input, textarea, select, [contenteditable], [role='slider'], [role='application'], [role='radiogroup'] *, [role='listbox'], [role='combobox'], dialog *";
  return !(target instanceof Element && target.closest(taken));
}
