import { showFinder } from "../finder/finder-dialog.ts";

/** Opens the finder by Ctrl+K, Cmd+K or the button `data-open-finder`. What is typed right afterwards is typed into it. */
export function openFinder() {
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!repeat) showFinder();
  });
  for (const button of document.querySelectorAll("[data-open-finder]")) button.addEventListener("click", showFinder);
}
