/**
 * Ask for the view again when the connection was lost and is back, and give what stops watching:
 * another server may have taken over, to which what is on the screen is unknown.
 */
function onReturn(again) {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return () => {};
  const connected = () => app.dataset.testConnectionState === "CONNECTED";
  let was = connected();
  const observer = new MutationObserver(() => {
    if (connected() && !was) again();
    was = connected();
  });
  observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => observer.disconnect();
}
