/** Write the tokens beside and above a map; the chosen row's is blue, the chosen column's orange. */
function paintNames(context, layout, names, special, { query, key }, colours) {
  const { left, top, cell, width, slanted } = layout;
  const size = cell >= 18 ? 14 : 12;
  const ink = (place, chosen, role) => (place === chosen ? colours[role] : special[place] ? colours.second : colours.ink);
  const write = (place, text, chosen, role, room) => {
    context.font = font(colours, size, place === chosen);
    context.fillStyle = ink(place, chosen, role);
    context.fillText(isolated(shortened(context, text, room)), 0, 0);
  };
  context.textAlign = "right";
  for (const place of namedPlaces(layout, query, size)) {
    context.save();
    context.translate(left - 8, top + (place + 0.5) * cell);
    write(place, names[place], query, "query", left - 10);
    context.restore();
  }
  context.textAlign = "left";
  const [angle, room] = slanted ? [-Math.PI / 4, Math.min(76, 1.3 * (width - left - layout.size) + 24)] : [-Math.PI / 2, TOP - 10];
  for (const place of namedPlaces(layout, key, slanted ? 0 : size)) {
    context.save();
    context.translate(left + (place + 0.5) * cell, top - 6);
    context.rotate(angle);
    const end = slanted ? (width - left - (place + 0.5) * cell) * Math.SQRT2 - 6 : room;
    write(place, names[place], key, "key", Math.min(room, end));
    context.restore();
  }
}

/** Give the width of the longest name beside a map. */
function longestName(canvas, data, colours) {
  const context = canvas.getContext("2d");
  context.font = font(colours, 14, true);
  return Math.max(...data.labels.map((_, place) => context.measureText(placeName(data, place)).width));
}
