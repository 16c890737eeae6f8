/** Hand a file to the browser; a link on the page would be a click beside the menu, which closes it. */
function handOver(content, type, name) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
