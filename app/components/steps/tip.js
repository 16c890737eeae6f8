/** Show a bar's number where one points, and all digits of a number that is clicked. */
function createTip(view) {
  const { root } = view;
  const node = el("div", { class: "tip" });
  root.append(node);
  const tip = { node, pinned: false };
  const show = (text, x, y, below = false) => {
    setText(node, text);
    node.classList.add("on");
    const at = within(root, { clientX: x, clientY: y });
    const left = Math.max(0, Math.min(root.clientWidth - node.offsetWidth, at.x - node.offsetWidth / 2));
    const above = at.y - node.offsetHeight - 12;
    node.style.transform = `translate(${left}px, ${below || above < 0 ? at.y + (below ? 6 : 20) : above}px)`;
  };
  const hide = () => {
    tip.pinned = false;
    node.classList.remove("on");
    view.table.guide.classList.remove("on");
  };
  const pin = (number) => {
    if (!number || !view.walk) return;
    const box = number.getBoundingClientRect();
    const text = filled(view.walk.words.all_digits, { value: allDigits(number.exact) });
    setText(node, text);
    const zoom = enlarged(root);
    const [width, height, end] = [zoom * node.offsetWidth, zoom * node.offsetHeight, root.getBoundingClientRect().right];
    // Beside a result, else below: what names a number stands above it.
    if (number.closest(".result") && box.right + width + 12 < end)
      show(text, box.right + 12 + width / 2, box.top + (box.height - height) / 2 - 6, true);
    else show(text, box.left + box.width / 2, box.bottom, true);
    tip.pinned = true;
    view.live.say(text);
  };
  listenTip(view, { tip, show, hide, pin });
  return { hide, pin };
}

function listenTip(view, { tip, show, hide, pin }) {
  const { root } = view;
  const barUnder = (event) => {
    const found = event.target.closest?.("svg.comb");
    return found?.vector ? { node: found, i: barAt(found, event, found.vector.length) } : null;
  };
  root.addEventListener("pointermove", (event) => {
    const bar = barUnder(event);
    if (!bar) return tip.pinned || hide();
    tip.pinned = false;
    const { node, i } = bar;
    show(`${node.label}[${i}] = ${fmt(node.vector[i])}`, event.clientX, event.clientY);
    guideAt(view, node, i);
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("click", (event) => {
    const number = event.target.closest?.(".num");
    if (number) return pin(number);
    const bar = barUnder(event);
    if (!bar) return hide();
    const { node, i } = bar;
    const { state, walk } = view;
    const length = node.vector.length;
    if ((state.stage === "sum" || state.stage === "qkv") && length === walk.matrices.v.columns) view.set({ dimension: i });
    if (state.stage === "output" && length === walk.matrices.total?.columns) view.set({ output: i });
    show(`${node.label}[${i}] = ${allDigits(node.vector[i])}`, event.clientX, event.clientY);
    tip.pinned = true;
  });
}

/** Draw a line through one dimension of all combs of the table. */
function guideAt({ table, state }, node, i) {
  const inside = node.closest(".bench") && state.stage !== "output" && state.stage !== "x";
  table.guide.classList.toggle("on", Boolean(inside));
  if (!inside) return;
  const [box, own] = [node.getBoundingClientRect(), table.node.getBoundingClientRect()];
  const left = box.left - own.left + ((i + 0.5) * box.width) / node.vector.length;
  table.guide.style.left = `${left / enlarged(table.node)}px`;
}
