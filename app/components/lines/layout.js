const WIDEST = 720;
const HEADER = 32;
const NUMBERS = 60;

/** Place both columns: 32 pixels a token while that fits, down to 3 for 512 tokens. */
function linesLayout(root, colours, data) {
  const [n_queries, n_keys] = [data.labels.length, data.keys.labels.length];
  const n = Math.max(n_queries, n_keys);
  const width = Math.min(WIDEST, root.clientWidth);
  const pitch = n <= 20 ? 32 : n <= 64 ? Math.max(16, 640 / n) : Math.max(3, 1024 / n);
  const size = pitch >= 28 ? 17 : pitch >= 20 ? 16 : 14;
  const label = labelWidth(colours, size, [...data.labels, ...data.keys.labels], 0.26 * width);
  const [left, right] = [label + 12, width - NUMBERS - label - 12];
  const height = Math.ceil(HEADER + n * pitch + 8);
  return { n_queries, n_keys, width, height, pitch, size, label, left, right, sparse: pitch < 16 };
}

/** Give the room the longest label wants, within bounds. */
function labelWidth(colours, size, labels, most) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.font = font(colours, size, true);
  const widths = labels.map((label) => context.measureText(label).width);
  return Math.ceil(Math.min(most, Math.max(40, ...widths)));
}

/** Give the height of a token's middle. */
function tokenY({ pitch }, index) {
  return HEADER + (index + 0.5) * pitch;
}

/** Give the column and token under a point, or null. */
function tokenAt({ n_queries, n_keys, pitch, width }, x, y) {
  const index = Math.floor((y - HEADER) / pitch);
  const side = x < width / 2 ? "query" : "key";
  return index < 0 || index >= (side === "query" ? n_queries : n_keys) ? null : { side, index };
}

/** Give the weight that is drawn between two tokens, or null where none is to be seen. */
function drawn(data, query, key) {
  const n = data.keys.labels.length;
  if (data.body[query * n + key] === MASKED) return null;
  if (data.mode !== "show" && data.keys.special[key]) return null;
  const own = data.labels.length * n;
  if (data.body.length === own) return data.body[query * n + key];
  const shown = data.body[own + query * n + key];
  return shown === MASKED ? null : shown;
}
