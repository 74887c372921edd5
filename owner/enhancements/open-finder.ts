/** Opens the finder by Ctrl+K, Cmd+K or the button `data-open-finder`. Its script is loaded the first time. */
export function openFinder() {
  const open = async () => (await import("../finder/finder-dialog.ts")).showFinder();
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!repeat) void open();
  });
  for (const button of document.querySelectorAll("[data-open-finder]")) button.addEventListener("click", open);
}
