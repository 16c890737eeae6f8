const LATER = 300;

/** Walk with the keyboard: ← → the heads, ↑ ↓ the numbers of the output. */
function listenKeys(node, walk) {
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    walk(...move);
  });
}

const MOVES = {
  ArrowLeft: ["head", -1],
  ArrowRight: ["head", 1],
  Home: ["head", -Infinity],
  End: ["head", Infinity],
  ArrowUp: ["number", 1],
  ArrowDown: ["number", -1],
  PageUp: ["number", 32],
  PageDown: ["number", -32],
};

/** Give the index a step away: round at the edges by one, stopping at them by more. */
function stepped(index, by, n) {
  if (Math.abs(by) === 1) return (index + by + n) % n;
  return Math.min(n - 1, Math.max(0, index + by));
}

/** Tell Python which head is open, once walking stops. */
function teller(send) {
  let timer = 0;
  let awaited = null;
  const now = (head) => {
    clearTimeout(timer);
    timer = 0;
    awaited = head;
    send("open", head);
  };
  const soon = (head) => {
    clearTimeout(timer);
    timer = setTimeout(() => now(head), LATER);
    awaited = head;
  };
  // An answer to an older choice must not bring that choice back.
  const settled = (head) => {
    if (awaited !== null && awaited !== head) return false;
    awaited = null;
    return true;
  };
  const forget = () => {
    clearTimeout(timer);
    awaited = null;
  };
  return { now, soon, settled, forget };
}
