const EDGE = 24;
const CAPTION = 14;
const LEAST = 420;
const SHARP = 2;
const LARGEST = 16000;
const NAMES = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** Draw parts of the page with a margin and the caption below; give the SVG and its size, or null. */
function pictureOf(nodes, caption, look) {
  const found = drawing(nodes, "p");
  if (!found) return null;
  const width = Math.ceil(Math.max(LEAST, found.width) + 2 * EDGE);
  const lines = broken(caption, width - 2 * EDGE, `${CAPTION}px ${NAMES}`);
  const top = EDGE + found.height + 16;
  const height = Math.ceil(top + lines.length * 20 + EDGE);
  const words = lines.map((line, i) => {
    const place = { x: EDGE, y: px(top + 15 + i * 20), fill: look.ink, "fill-opacity": 0.75, "font-family": NAMES, "font-size": CAPTION };
    const text = shape("text", place);
    text.textContent = line.trimEnd();
    return text;
  });
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const title = shape("title", {});
  title.textContent = caption;
  const ground = rectangle({ left: 0, top: 0, width, height }, 0, { fill: look.ground });
  const inside = shape("g", { transform: `translate(${EDGE} ${EDGE})` }, found.all);
  const svg = shape("svg", { ...size, role: "img" }, title, found.defs, ground, inside, ...words);
  return { svg, width, height };
}

/** Write a drawing as a file of its own. */
function written(svg) {
  const text = new XMLSerializer().serializeToString(svg);
  // A control character may stand on a page, but in no XML file.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}

/** Paint a drawing twice as fine, with the page's own letters. */
async function painted({ svg, width, height }) {
  svg.prepend(await lettering(svg));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written(svg))}`;
  await image.decode();
  const ratio = Math.min(SHARP, LARGEST / Math.max(width, height));
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
  canvas.getContext("2d").drawImage(image, 0, 0, w, h);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Give the fonts of a drawing that the page brought along: an image sees none of its page's. */
async function lettering(svg) {
  const used = [...svg.querySelectorAll("text")].map((text) => text.getAttribute("font-family") ?? "").join();
  const faces = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule);
  const wanted = faces.filter(({ style }) => {
    const family = style.getPropertyValue("font-family").replace(/["']/g, "");
    return used.includes(family) && style.getPropertyValue("font-style") !== "italic";
  });
  const style = shape("style", {});
  style.textContent = (await Promise.all(wanted.map(embedded))).join("\n");
  return style;
}

function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // a sheet of an extension's, from elsewhere
  }
}

async function embedded(rule) {
  const [, address] = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src")) ?? [];
  if (!address) return "";
  const found = await fetch(new URL(address, rule.parentStyleSheet.href ?? document.baseURI));
  if (!found.ok) return "";
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = () => done(reader.result)));
  reader.readAsDataURL(await found.blob());
  const name = ["font-family", "font-weight"].map((one) => `${one}:${rule.style.getPropertyValue(one)}`);
  return `@font-face{${name.join(";")};src:url(${await read})}`;
}

/** Write a drawing as a page that needs nothing else. */
function asPage(svg, caption, lang, ground) {
  const page = document.implementation.createHTMLDocument(caption);
  page.documentElement.lang = lang;
  const coding = page.createElement("meta");
  coding.setAttribute("charset", "utf-8");
  page.head.prepend(coding);
  page.body.style.cssText = `margin:0;background:${ground}`;
  page.body.append(page.importNode(svg, true));
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}
