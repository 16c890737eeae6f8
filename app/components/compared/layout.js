const [LABEL, TOP, RIGHT, GAP, SLANTED] = [84, 72, 44, 24, 17];
const SIDE_BY_SIDE = [[1000, 3], [680, 2], [0, 1]];

/** Place a map in CSS pixels, `label` of them for names: whole device pixels per cell that fits. */
function mapLayout(width, ratio, n, label) {
  const columns = SIDE_BY_SIDE.find(([least]) => width >= least)[1];
  const room = Math.floor((width - (columns - 1) * GAP) / columns);
  const left = Math.ceil(Math.min(LABEL, room * 0.24, label + 14));
  const pixelsFor = (right) => Math.floor(Math.min(room - left - right, 560) * ratio);
  // Slanted names hang over the right edge; where cells are too small for them, they stand upright.
  const slanted = Math.floor(pixelsFor(RIGHT) / n) >= SLANTED * ratio;
  const most = pixelsFor(slanted ? RIGHT : 6);
  const cell = Math.min(Math.floor(most / n), Math.round(44 * ratio));
  const pixels = cell >= 1 ? cell * n : most;
  return {
    n, ratio, slanted, columns, left, top: TOP, pixels, size: pixels / ratio, cell: pixels / ratio / n,
    width: room, height: TOP + pixels / ratio + 4, gap: cell >= 8 * ratio ? Math.max(1, Math.round(ratio)) : 0,
  };
}

/** Give the row and column under a point of a map, or null. */
function cellUnder({ left, top, size, n }, x, y) {
  const [column, row] = [x - left, y - top].map((at) => Math.floor((at / size) * n));
  return row >= 0 && row < n && column >= 0 && column < n ? { row, column } : null;
}

/** Give the places whose names have room, the chosen one among them. */
function namedPlaces({ n, cell }, chosen, least) {
  const step = Math.max(1, Math.ceil(least / cell));
  const far = (place) => step === 1 || Math.abs(place - chosen) >= step;
  const found = [];
  for (let place = 0; place < n; place += step) if (far(place)) found.push(place);
  return step === 1 ? found : [...found, chosen];
}
