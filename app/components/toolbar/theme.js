const REMEMBERED = "attention-microscope.theme";

/**
 * Find the switch of Streamlit's own theme menu above an element in its tree of views, or null
 * where this version keeps it elsewhere: then there is no button, and nothing breaks.
 */
function themeSwitch(element) {
  const name = Object.keys(element).find((key) => key.startsWith("__reactFiber$"));
  for (let fiber = element[name]; fiber; fiber = fiber.return) {
    const held = fiber.memoizedProps?.value;
    if (typeof held?.setTheme !== "function" || !Array.isArray(held.availableThemes)) continue;
    const named = (end) => held.availableThemes.find((theme) => theme?.name?.endsWith(end));
    const [light, dark] = [named("Light"), named("Dark")];
    return light && dark ? (wanted) => held.setTheme(wanted === "dark" ? dark : light) : null;
  }
  return null;
}

/** Give the theme a link asks for, or null. */
function themeOfAddress() {
  const theme = new URLSearchParams(location.search).get("theme");
  return theme === "light" || theme === "dark" ? theme : null;
}

/** Give the theme chosen here before, or null; a browser may refuse to remember. */
function themeRemembered() {
  try {
    const theme = localStorage.getItem(REMEMBERED);
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

function rememberTheme(theme) {
  try {
    localStorage.setItem(REMEMBERED, theme);
  } catch {
    // The switch works for this page all the same.
  }
}
