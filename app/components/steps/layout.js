const ROW = 30;
const GAP = 10;
const HEAD = 56;
const QUERY_ROW = 48;
const FOOT = 34;
const TALL = 44;
const NUMBER = 84;
const SMALL = 72;
const NARROW = 620;

/** Give the top of every key's row; rows that are no neighbours in the text stand apart. */
function rowTops({ shown }) {
  let top = 0;
  return shown.map((position, i) => {
    if (i > 0) top += ROW + (position === shown[i - 1] + 1 ? 0 : GAP);
    return top;
  });
}

/**
 * Say which columns are seen at a stage, where and how wide. The current column takes the room
 * that is left; older ones fold to their digits, and the oldest give way on a narrow page.
 */
function columnPlaces(walk, stage, width) {
  const small = width < NARROW;
  const [token, gap] = small ? [68, 8] : [108, 20];
  const wide = (name) => [name, 0];
  const plans = {
    x: [wide("x")],
    qkv: [wide("k"), wide("v")],
    scores: [["k", small ? 104 : Math.min(400, width - token - 210 - 2 * gap)], wide("scores")],
    sum: [["weights", small ? SMALL : 200], wide("v")],
    output: [],
  };
  const columns = plans[stage] ?? numberPlan(columnsAt(walk, stage), width - token, gap, small);
  const plan = [["token", token], ...columns];
  const used = plan.reduce((sum, [, own]) => sum + own, 0) + gap * (plan.length - 1);
  const flexible = plan.filter(([, own]) => own === 0).length;
  const places = {};
  let x = 0;
  for (const [name, own] of plan) {
    const room = own || (width - used) / flexible;
    places[name] = { x, width: room };
    x += room + gap;
  }
  return stage === "output" ? {} : places;
}

function numberPlan(names, room, gap, small) {
  const [number, current] = small ? [SMALL, SMALL + 34] : [NUMBER, 190];
  const folded = Math.max(1, Math.floor((room - current - gap) / (number + gap)));
  const older = names.slice(0, -1).slice(-folded);
  return [...older.map((name) => [name, number]), [names.at(-1), 0]];
}

/** Name the columns that a stage is about. */
function currentColumns(walk, stage) {
  if (stage === "qkv") return ["k", "v"];
  if (stage === "x") return ["x"];
  if (stage === "sum") return ["v"];
  return stage === "output" ? [] : [columnsAt(walk, stage).at(-1)];
}

/** Give the range a column's bars are drawn in: weights and exponentials 0 to 1, never stretched. */
function barRange(name, values) {
  if (name === "weights" || name === "exp") return [0, 1];
  const finite = values.filter(Number.isFinite);
  return [Math.min(0, ...finite), Math.max(0, ...finite)];
}
