window.asking = (() => {
  const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="button"]';

  /** Give every element that matches, also inside components. */
  function all(selector, root = document) {
    const found = [];
    for (const node of root.querySelectorAll("*")) {
      if (node.matches(selector)) found.push(node);
      if (node.shadowRoot) found.push(...all(selector, node.shadowRoot));
    }
    return found;
  }

  function above(node) {
    return node.parentElement ?? node.getRootNode().host ?? null;
  }

  function named(node) {
    const name = node.getAttribute("aria-label") || node.textContent || node.getAttribute("placeholder") || "";
    const key = node.closest('[class*="st-key-"]')?.className.match?.(/st-key-\w+/)?.[0] ?? "";
    return `${key} ${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} “${name.trim().slice(0, 40)}”`;
  }

  async function findings() {
    const { violations } = await axe.run({ runOnly: TAGS, resultTypes: ["violations"] });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 160)}`));
  }

  /** Open every disclosure that is closed and seen. */
  function unfold() {
    const closed = all("details:not([open]) > summary").filter((node) => node.checkVisibility());
    closed.forEach((node) => node.click());
    return closed.length;
  }

  function focused() {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node;
  }

  /** Give everything a focus ring could be made of: of an element, what is around it and in it. */
  function look(node) {
    const around = [node];
    for (let up = above(node), i = 0; up && i < 7; up = above(up), i++) around.push(up);
    const inside = [...node.querySelectorAll("*")].slice(0, 60);
    return [...around, ...inside].map((one) => {
      const { outline, boxShadow, borderColor, backgroundColor, visibility } = getComputedStyle(one);
      return [outline, boxShadow, borderColor, backgroundColor, visibility].join();
    }).join("\n");
  }

  /** Tell whether some point of an element is on the screen with nothing over it. */
  function seen(node) {
    // A radio button is drawn by what is around it.
    while (node.getBoundingClientRect().width < 4) node = above(node);
    const { left, top, width, height } = node.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    return shares.some((x) => shares.some((y) => {
      let hit = document.elementFromPoint(left + x * width, top + y * height);
      while (hit?.shadowRoot) {
        const deeper = hit.shadowRoot.elementFromPoint(left + x * width, top + y * height);
        if (!deeper || deeper === hit) break;
        hit = deeper;
      }
      for (let up = hit; up; up = above(up)) if (up === node) return true;
      return hit !== null && hit.contains(node) && node.tagName === "INPUT";
    }));
  }

  let last = null;
  let passed = new Set();

  /** Say what is wrong with the focus as it stands and with the one before; null where it left. */
  async function step() {
    const faults = [];
    const node = focused();
    // Streamlit draws its rings after the event.
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    if (last && last.node.isConnected && look(last.node) === last.look) faults.push(`no ring: ${named(last.node)}`);
    const out = !node || node === document.body || node === document.documentElement || passed.has(node);
    passed.add(node);
    if (!out && !seen(node)) faults.push(`not seen: ${named(node)}`);
    last = out ? null : { node, look: look(node) };
    return { name: out ? null : named(node), faults };
  }

  function start() {
    last = null;
    passed = new Set();
    document.activeElement?.blur();
    window.scrollTo(0, 0);
  }

  /** Give what can be pressed and is smaller than 24 px, with another within 24 px of it. */
  function small() {
    const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled;
    const box = (node) => node.getBoundingClientRect();
    const inline = (node) => getComputedStyle(node).display === "inline" && node.closest("p, li");
    const real = (node) => box(node).width > 2 && box(node).height > 2 && !node.matches('input[type="checkbox"], input[type="radio"]');
    const targets = all(FOCUSABLE).filter((node) => shown(node) && real(node) && !inline(node));
    const middle = (node) => [box(node).left + box(node).width / 2, box(node).top + box(node).height / 2];
    const tiny = (node) => box(node).width < 23.5 || box(node).height < 23.5;
    return targets.filter((node) => tiny(node) && targets.some((other) => {
      if (other === node || other.contains(node) || node.contains(other)) return false;
      const [[x, y], b] = [middle(node), box(other)];
      const [dx, dy] = [Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom)];
      return Math.hypot(dx, dy) < 12 || (tiny(other) && Math.hypot(x - middle(other)[0], y - middle(other)[1]) < 24);
    })).map((node) => `${Math.round(box(node).width)} × ${Math.round(box(node).height)} ${named(node)}`);
  }

  /** Give what is wider than the screen and not inside something that scrolls by itself. */
  function wide() {
    const main = document.querySelector('[data-testid="stMain"]');
    const pages = [document.documentElement, main].filter((node) => node.scrollWidth > node.clientWidth);
    return pages.map((node) => `${node.tagName} ${node.scrollWidth} > ${node.clientWidth}`);
  }

  /** Give the pictures' components: has each a name or sentence, and a table on the page? */
  function pictures() {
    const drawn = all("canvas, svg").filter((node) => {
      const { width, height } = node.getBoundingClientRect();
      return width > 60 && height > 16 && !node.closest("button, a, summary") && !node.parentElement.closest("svg");
    });
    const homes = new Set(drawn.map((node) => node.closest(".am, [data-testid='stPlotlyChart']")).filter(Boolean));
    return [...homes].map((home) => ({
      name: home.firstElementChild?.className || home.dataset.testid,
      said: [...home.querySelectorAll("[aria-label], [role=status], figcaption, caption, h2, h3")].map((node) => node.getAttribute("aria-label") || node.textContent).concat(home.getAttribute("aria-label") ?? "").some((text) => text.trim().length > 0),
      tables: home.querySelectorAll("table").length,
    }));
  }

  /** Give how far down the first picture begins, in pixels. */
  function firstPicture() {
    const tops = all("canvas, svg.comb, .main-svg, .cell, .paths svg").filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect()).filter(({ width, height }) => width > 8 && height > 16).map(({ top }) => top);
    return Math.round(Math.min(...tops));
  }

  /** Give what is animated or in transition for longer than an instant. */
  function moving() {
    const seconds = (text) => Math.max(...text.split(",").map((one) => parseFloat(one) || 0));
    return all(".am, .am *").filter((node) => {
      const style = getComputedStyle(node);
      return seconds(style.transitionDuration) > 0.01 || (style.animationName !== "none" && seconds(style.animationDuration) > 0.01);
    }).map(named);
  }

  return { findings, unfold, step, start, small, wide, pictures, firstPicture, moving, tabindex: () => all("[tabindex]").filter((node) => node.tabIndex > 0).map(named) };
})();
