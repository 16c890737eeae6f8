/** Mount the ways to a page for the printer. */
export default function sheet(component) {
  return mount(component, createSheet);
}

function createSheet(root) {
  const state = { data: null };
  const button = (act) => el("button", { type: "button", onclick: act });
  const told = el("span", { role: "status" });
  const page = () => new Blob([state.data.page], { type: "text/html" });
  const opened = button(() => {
    const address = URL.createObjectURL(page());
    const blocked = window.open(address, "_blank") === null;
    setText(told, blocked ? state.data.words.blocked : "");
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  });
  const download = button(() => handOver(page(), "text/html", `${state.data.name}.html`));
  const group = el("div", { class: "ways", role: "group" }, opened, download, told);
  root.append(group);
  const update = (data) => {
    state.data = data;
    setAttribute(group, "aria-label", data.words.label);
    setText(opened, data.words.open);
    setText(download, data.words.download);
  };
  return { update, close: () => {} };
}
