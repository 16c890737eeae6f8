const TITLES = ["before", "after", "difference"];

/** Mount one head before and after a change. */
export default function whatIf(component) {
  return mount(component, createWhatIf);
}

function createWhatIf(root, send) {
  const view = { root, data: null, numbers: null, layout: null, over: null, painted: "" };
  const choose = (query, key) => {
    view.data = { ...view.data, query, key };
    redraw(view);
    send("pick", [query, key]);
  };
  view.parts = whatIfParts(root, (key) => choose(view.data.query, key));
  listenPointer(view, choose);
  listenKeys(view, choose);
  const stop = watch(root, () => redraw(view, true));
  const update = (data) => {
    const fresh = data.body !== view.data?.body || data.words !== view.data?.words;
    view.data = data;
    if (fresh) {
      view.numbers = whatIfNumbers(data);
      if (view.over && Math.max(view.over.query, view.over.key) >= data.labels.length) view.over = null;
      write(view);
    }
    redraw(view, fresh);
    setAttribute(root, "data-ready", "true");
    setAttribute(root, "data-drawn", data.stamp);
  };
  return { update, close: () => (stop(), view.parts.live.close()) };
}

/** Read a message's numbers: two rows and three lists of float32, then three maps of thousandths. */
function whatIfNumbers({ labels, body }) {
  const n = labels.length;
  const [floats, cells] = [new Float32Array(body.buffer, 0, 5 * n), new Uint16Array(body.buffer, 20 * n, 2 * n * n)];
  const part = (i) => floats.subarray(i * n, (i + 1) * n);
  const maps = {
    before: cells.subarray(0, n * n),
    after: cells.subarray(n * n),
    difference: new Int16Array(body.buffer, 20 * n + 4 * n * n, n * n),
  };
  return { row: { before: part(0), after: part(1) }, states: { cosines: part(2), before: part(3), after: part(4) }, maps };
}

function whatIfParts(root, chooseKey) {
  const figures = TITLES.map((name) => {
    const [title, back, front] = [el("span"), el("canvas"), el("canvas", { class: "front" })];
    const legend = name === "after" ? null : el("span", { class: `legend ${name}`, "aria-hidden": "true" });
    const plate = el("div", { class: "plate" }, back, front);
    return { node: el("figure", {}, el("figcaption", {}, title, legend), plate), title, legend, back, front, plate };
  });
  const [keys, axes] = [el("p", { class: "hidden", id: "keys" }), el("p", { class: "axes" })];
  const maps = el("div", { class: "maps", tabindex: 0, role: "application", "aria-describedby": "keys" }, ...figures.map(({ node }) => node));
  const [read, live] = [el("p", { class: "readout" }), announcer()];
  const [row, meters, states] = [movingRow(chooseKey), rowMeters(), lastStates()];
  const below = el("div", { class: "below" }, row.node, meters.node);
  root.append(el("div", { class: "whatif" }, axes, maps, read, below, states.node, keys, live.node));
  return { figures, maps, keys, axes, read, live, row, meters, states };
}

function write({ parts, data }) {
  const { words } = data;
  setAttribute(parts.maps, "aria-label", words.label);
  setText(parts.keys, words.keys);
  setText(parts.axes, words.axes);
  parts.figures.forEach(({ title, legend }, i) => {
    setText(title, words[TITLES[i]]);
    const ends = i === 2 ? [fmt(-1, 0), "+1"] : ["0", "1"];
    legend?.replaceChildren(ends[0], el("i"), ends[1]);
  });
}

/** Draw what has changed: cells and lists for new data, room or theme; rings in any case. */
function redraw(view, fresh = false) {
  const { root, parts, data, numbers } = view;
  if (!data || !root.clientWidth) return;
  const colours = palette(root);
  const wanted = [root.clientWidth, resolutionOf(root), colours.ramp, colours.bg, data.query, data.key].join();
  if (fresh || wanted !== view.painted) {
    view.painted = wanted;
    view.layout = mapsLayout(root.clientWidth, data.labels.length, longestName(parts, data, colours));
    setAttribute(parts.maps, "class", view.layout.beside ? "maps beside" : "maps");
    paintLegends(parts, root, colours);
    parts.figures.forEach(({ back, node }, i) => {
      paintMap(back, view.layout, i, data, numbers.maps, root);
      node.querySelector("figcaption").style.paddingLeft = `${mapLeft(view.layout, i)}px`;
      node.querySelector("figcaption").style.width = `${mapLeft(view.layout, i) + view.layout.side}px`;
    });
    drawLists(view);
  }
  parts.figures.forEach(({ front }, i) => paintRings(front, view.layout, i, data, view.over, root));
  setText(parts.read, said(view, view.over ?? { query: data.query, key: data.key }));
}

function longestName(parts, data, colours) {
  const context = parts.figures[0].back.getContext("2d");
  context.font = font(colours, 15, true);
  return Math.max(...data.labels.map((label) => context.measureText(label).width));
}

function paintLegends(parts, root, colours) {
  const signedColour = signedScale(root);
  const stops = Array.from({ length: 21 }, (_, i) => signedColour((i - 10) / 10));
  parts.figures[0].legend.querySelector("i").style.background = rampGradient(colours.ramp);
  parts.figures[2].legend.querySelector("i").style.background = `linear-gradient(to right, ${stops.join(", ")})`;
}

function drawLists({ parts, data, numbers }) {
  const n = data.labels.length;
  const row = (map) => map.subarray(data.sent_query * n, (data.sent_query + 1) * n);
  const barred = (map) => Array.from(row(map), (value) => value === MASKED);
  const { before, after } = numbers.maps;
  parts.row.draw({ ...data, query: data.sent_query }, { ...numbers.row, wasBarred: barred(before), isBarred: barred(after) });
  parts.meters.draw(data);
  parts.states.draw({ ...data, query: data.sent_query }, numbers.states);
}

/** Say a cell of all three maps in words. */
function said({ data, numbers }, { query, key }) {
  const { words, labels } = data;
  const i = query * labels.length + key;
  const { before, after, difference } = numbers.maps;
  const weight = (value) => (value === MASKED ? words.barred : thousandths(value));
  return filled(words.read, {
    query: labels[query], key: labels[key], before: weight(before[i]), after: weight(after[i]), difference: signed(difference[i] / 1000, 3),
  });
}
