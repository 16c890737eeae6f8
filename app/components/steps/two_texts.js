/** Tell which tokens are the rows of a matrix: of another text than the queries, the keys. */
function rowLabels(walk, name) {
  return walk.is_cross && ["x", "k", "v"].includes(name) ? walk.labels : walk.asker_labels;
}

/** Give the symbol of a matrix: what the queries are made of is an x as well. */
function nameOf(name) {
  return name === "x_query" ? "x" : name;
}

/** Put what is of the queries above what is of the keys: x over x, q over k and v. */
function twoTexts(walk, { label, cells }, matrix, n_rows) {
  const below = 28 + n_rows * 24 + 44;
  const [first, ...others] = cells;
  const queries = first.name === "x" ? matrix("x_query", first.x, 28, first.cell) : first;
  const keys = first.name === "x" ? cells : others;
  keys.forEach((place, i) => Object.assign(place, { x: label + i * (first.width + 16), y: below }));
  return { label, cells: [queries, ...keys], height: below + walk.n * 24 + 8 };
}
