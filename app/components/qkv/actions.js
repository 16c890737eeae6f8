const SETTLED = 500;

/** Give what the parts may do: read the state, open a number, open a head, read a cell. */
function actions(view) {
  const { state } = view;
  const report = () => {
    state.later = 0;
    view.send("cell", [state.token, state.dim]);
  };
  const open = (token, dim, wait = 0) => {
    const { data } = state;
    if (token < 0 || token >= data.n_tokens || dim < 0 || dim >= data.d_head) return;
    const here = token >= data.first && token < data.first + data.labels.length;
    if (!here) return view.send("cell", [token, dim]);
    Object.assign(state, { token, dim });
    redraw(view);
    clearTimeout(state.later);
    state.later = setTimeout(report, wait);
  };
  const walk = (token, dim) => {
    open(token, dim, SETTLED);
    view.parts.live.say(spokenCell(state));
  };
  const queryHead = (head) => view.send("head", head);
  const head = (part) => queryHead((part * state.data.n_heads) / state.data.n_parts);
  const point = (cell, part) => {
    const said = cell ? sayCell(state, part.numbers, cell.token, cell.dim) : spokenCell(state);
    setText(view.parts.read, said);
  };
  return { state: () => state, open: (token, dim) => open(token, dim), walk, queryHead, head, point };
}

/** Say one number of a plate as a sentence. */
function sayCell({ data, found }, numbers, token, dim) {
  const { words, name, labels, first, d_head, hidden, relation } = data;
  const value = fmt(numbers[(token - first) * d_head + dim]);
  const said = filled(words.read_cell, { name, token: labels[token - first], dim, value });
  if (hidden || relation === "exact") return said;
  return `${said} (${numbers === found.own ? words.row_own : words.row_before})`;
}

/** Say the open number. */
function spokenCell(state) {
  return sayCell(state, state.found.projected ?? state.found.own, state.token, state.dim);
}
