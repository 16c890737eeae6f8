const SIDE_BY_SIDE = 860;
const AXIS = 20;
const ABOVE = 84 + AXIS;
const LARGEST = { beside: 48, stacked: 26 };
const LEANING = 32;

/** Give the size of the three maps: beside each other where there is room, the same in all. */
function mapsLayout(width, n, names) {
  const beside = width >= SIDE_BY_SIDE;
  const label = AXIS + Math.min(beside ? 120 : 96, names + 12);
  const gap = 28;
  const room = beside ? (width - label - 2 * gap - LEANING) / 3 : width - label - LEANING;
  const cell = Math.min(beside ? LARGEST.beside : LARGEST.stacked, room / n);
  const whole = cell >= 4 ? Math.floor(cell) : cell;
  return { n, beside, label, gap, cell: whole, side: whole * n, top: ABOVE };
}

/** Give where a map's cells begin: the first has the queries' names, below each other all have. */
function mapLeft(layout, index) {
  return index === 0 || !layout.beside ? layout.label : 2;
}

/** Give the query and key under a point of a map, or null. */
function cellUnder(layout, index, x, y) {
  const key = Math.floor((x - mapLeft(layout, index)) / layout.cell);
  const query = Math.floor((y - layout.top) / layout.cell);
  const inside = (place) => place >= 0 && place < layout.n;
  return inside(key) && inside(query) ? { query, key } : null;
}

/** Give the tokens whose names fit `apart` pixels from each other, those in `first` before others. */
function namesThatFit(layout, first, apart) {
  const step = Math.max(1, Math.ceil(apart / layout.cell));
  const order = [...first, ...Array.from({ length: Math.ceil(layout.n / step) }, (_, i) => i * step)];
  const placed = [];
  for (const i of order)
    if (i !== null && placed.every((j) => i !== j && Math.abs(i - j) * layout.cell >= Math.min(apart, layout.cell * step)))
      placed.push(i);
  return placed;
}
