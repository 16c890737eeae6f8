const HOLD = 500;

/** Give the token an arrow key leads to: along the line, or to the nearest one above or below. */
function neighbour(buttons, index, key) {
  const last = buttons.length - 1;
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "ArrowRight") return Math.min(last, index + 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowUp") return acrossLines(buttons, index, -1);
  if (key === "ArrowDown") return acrossLines(buttons, index, 1);
  return null;
}

function acrossLines(buttons, index, way) {
  const middle = (i) => buttons[i].offsetLeft + buttons[i].offsetWidth / 2;
  let row = null;
  let best = index;
  for (let i = index + way; i >= 0 && i < buttons.length; i += way) {
    const top = buttons[i].offsetTop;
    if (top === buttons[index].offsetTop) continue;
    if (row !== null && top !== row) break;
    if (row === null || Math.abs(middle(i) - middle(index)) < Math.abs(middle(best) - middle(index)))
      best = i;
    row = top;
  }
  return best;
}

/** Call `held(index)` when a finger rests on a token, and swallow the click that follows. */
function onHold(node, indexOf, held) {
  let timer = 0;
  let swallow = false;
  const cancel = () => clearTimeout(timer);
  node.addEventListener("pointerdown", (event) => {
    swallow = false;
    const index = indexOf(event);
    if (event.pointerType === "mouse" || index === null) return;
    timer = setTimeout(() => {
      swallow = true;
      held(index);
    }, HOLD);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    node.addEventListener(name, cancel);
  node.addEventListener("contextmenu", (event) => swallow && event.preventDefault());
  return { swallowed: () => swallow, close: cancel };
}
