/** Put a box for typing in a token's place; `done(text)` gets another word, or null for none. */
function typeOver(button, word, { words, longest }, done) {
  const box = el("input", {
    type: "text", class: "type", maxlength: longest, size: Math.max(4, Array.from(word).length + 2),
    "aria-label": filled(words.edit_label, { word }), dir: "auto", autocomplete: "off", spellcheck: "false",
  });
  box.value = word;
  let open = true;
  const close = (text) => {
    if (!open) return;
    open = false;
    box.replaceWith(button);
    done(text !== null && text.trim() !== word ? text.trim() : null);
  };
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    // An input method ends its own word with Enter.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") close(box.value);
    if (event.key === "Escape") close(null), button.focus();
  });
  box.addEventListener("blur", () => close(null));
  button.replaceWith(box);
  box.focus();
  box.select();
}
