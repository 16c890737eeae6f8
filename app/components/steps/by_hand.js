/** The walk by hand: few dimensions, so every number is written beside its bar and in its sum. */
const MANY_DIGITS = 8; // dimensions whose numbers still have room under their bars
const SPELLED = 3; // dimensions whose products still have room on one line
const EARLY = ["products", "sum", "vector"];

const plain = { fmt, namedComb, opener, qkv: CARDS.qkv, scores: CARDS.scores };

/** Write a number that ends early without its zeros: 1 and 0.5; any other with 4 places. */
fmt = (value, places = 4) => {
  if (!Number.isFinite(value)) return plain.fmt(value, places);
  let short = 0;
  while (short < places && !isNear(Number(value.toFixed(short)), value)) short += 1;
  return plain.fmt(value, short);
};

/** Tell whether two numbers differ by what float32 rounds away; only 0 is near 0. */
function isNear(a, b) {
  return a === 0 || b === 0 ? a === b : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}

/** Write the numbers of a comb into the half that their bar leaves free. */
namedComb = (vector, name, options = {}) => {
  const n = vector.length;
  if (n > MANY_DIGITS) return plain.namedComb(vector, name, options);
  // Tall bars must not reach into the numbers of the next row.
  const made = plain.namedComb(vector, name, options.max ? { ...options, max: options.max * 1.5 } : options);
  const digits = Array.from(vector, (value, i) => el("span", {
    class: value < 0 ? "above-base" : "", style: `left:${((i + 0.5) / n) * 100}%`, "aria-hidden": "true",
  }, fmt(value)));
  return el("div", { class: `numbered${n > 4 ? " close" : ""}` }, made, ...digits);
};

/** Open what little there is at once; whoever closes it finds it closed. */
opener = (view, id, label, build) => {
  const { state } = view;
  state.met ??= new Set();
  if (EARLY.includes(id) && !state.met.has(id)) state.open.add(id);
  state.met.add(id);
  return plain.opener(view, id, label, build);
};

/** Show the matrix itself, each column under the number it makes. */
CARDS.qkv = (walk, state, view) => {
  const nodes = plain.qkv(walk, state, view).filter(Boolean);
  const matrix = walk.matrices[`W_${state.part}`];
  if (!matrix || matrix.columns > MANY_DIGITS) return nodes;
  return afterEquation(nodes, 1, projectionTable(walk, state.part, state.part === "q" ? walk.query : state.key));
};

/** The matrix stands in the card itself: no other page has to be asked where a number comes from. */
openNumber = () => null;

function projectionTable(walk, part, row) {
  const name = `W_${part.toUpperCase()}`;
  const x = walk.vector("x", row);
  const dimensions = Array.from({ length: walk.matrices[`W_${part}`].columns }, (_, i) => String(i));
  const rows = Array.from(x, (value, i) => ({ cells: [value, ...walk.vector(`W_${part}`, i)] }));
  const role = { q: "query", k: "key", v: "value" }[part];
  rows.push({ cells: [el("b", { class: role }, part), ...walk.vector(part, row)], kind: "total" });
  const about = said(walk.words.by_column, { matrix: symbol(name) });
  return el("div", { class: "by-column" }, el("p", { class: "label" }, about),
    tabled(["x", ...dimensions.map((i) => symbol(`${name}·${i}`))], rows));
}

/** Spell q · k out, product by product. */
CARDS.scores = (walk, state, view) => {
  const nodes = plain.scores(walk, state, view).filter(Boolean);
  const [q, k] = [walk.vector("q", walk.query), walk.vector("k", state.key)];
  if (q.length > SPELLED) return nodes;
  const parts = Array.from(q, (value, i) => [
    ...(i ? ["+"] : []), { symbol: `q${i}`, role: "query", value, first: i === 0 }, "×", { symbol: `k${i}`, role: "key", value: k[i] },
  ]).flat();
  const spelled = equation(...parts, "=", { symbol: "q · k", value: walk.numbers.scores[state.key], result: true });
  spelled.classList.add("long");
  return afterEquation(nodes, 0, spelled);
};

/** Put a node behind the equation, keeping so many of it: 1, or 0 to take its place. */
function afterEquation(nodes, kept, node) {
  const place = nodes.findIndex(({ classList }) => classList.contains("equation"));
  return [...nodes.slice(0, place + kept), node, ...nodes.slice(place + 1)];
}
