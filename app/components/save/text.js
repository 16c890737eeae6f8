const ruler = new OffscreenCanvas(1, 1).getContext("2d");

/** Write a text node line by line, each where it stands. */
function write(node, parent, draft) {
  const style = getComputedStyle(node.parentElement ?? node.getRootNode().host);
  if (style.visibility !== "visible" || !node.data.trim()) return;
  ruler.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  for (const line of linesOf(node)) {
    const upper = style.textTransform === "uppercase";
    const said = (upper ? line.text.toUpperCase() : line.text).replace(/\s/g, " ");
    if (!said.trim()) continue;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = ruler.measureText(said);
    const base = line.top + (line.bottom - line.top - up - down) / 2 + up;
    const text = shape("text", {
      x: px(line.left), y: px(base), fill: style.color, "font-family": style.fontFamily,
      "font-size": style.fontSize, "font-weight": style.fontWeight, "xml:space": "preserve",
      // Where this font is missing, the words still end where they end here.
      ...(said.length > 1 ? { textLength: px(line.right - line.left), lengthAdjust: "spacingAndGlyphs" } : {}),
    });
    text.textContent = said;
    put(parent, draft, line, text, ...underlined(style, line, base));
  }
}

/** Give the lines of a text node as they are broken on the page, with their boxes. */
function linesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = range.getClientRects();
  if (boxes.length === 1 && !/^\s|\s\s|\s$/.test(node.data)) return [{ ...boxes[0].toJSON(), text: node.data }];
  const lines = [];
  let start = 0;
  for (const character of node.data) {
    range.setStart(node, start);
    range.setEnd(node, (start += character.length));
    const box = range.getClientRects()[0];
    const line = lines[lines.length - 1];
    const follows = line && box && box.left >= line.right - 1 && Math.abs(box.top - line.top) < box.height / 2;
    // A blank without width was dropped by the browser; a sign without it belongs to the one before.
    if (!box?.width) line && /\S/.test(character) && (line.text += character);
    else if (follows) Object.assign(line, { text: line.text + character, right: box.right });
    else lines.push({ ...box.toJSON(), text: character });
  }
  return lines;
}

function underlined(style, line, base) {
  if (!style.textDecorationLine.includes("underline")) return [];
  const y = px(base + 3);
  const dash = style.textDecorationStyle === "solid" ? {} : { "stroke-dasharray": "1.5 2.5" };
  const stroke = style.textDecorationColor;
  return [shape("line", { x1: px(line.left), y1: y, x2: px(line.right), y2: y, stroke, ...dash })];
}

/** Break a caption into lines that fit a width; Chinese breaks between any two characters. */
function broken(caption, width, font) {
  ruler.font = font;
  const lines = [""];
  for (const part of caption.match(/[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*|\s+/gu) ?? []) {
    const longer = lines[lines.length - 1] + part;
    if (!lines[lines.length - 1] || ruler.measureText(longer.trimEnd()).width <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.flatMap((line) => (ruler.measureText(line).width <= width ? [line] : cutUp(line, width)));
}

function cutUp(line, width) {
  const parts = [""];
  for (const character of line) {
    const longer = parts[parts.length - 1] + character;
    if (ruler.measureText(longer).width <= width) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}
