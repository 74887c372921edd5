/** Opens the finder by Ctrl+K, Cmd+K or the button `data-open-finder`. Its script is loaded the first time. */
export function openFinder() {
  async function open() {
    try {
      (await import("../finder/finder-dialog.ts")).showFinder();
    } catch {
      tellFailure();
    }
  }
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    if (!repeat) void open();
  });
  for (const button of document.querySelectorAll("[data-open-finder]")) button.addEventListener("click", open);
}

const failureId = "finder-failure";

/** A browser loads a script that failed only with the page again. */
function tellFailure() {
  document.getElementById(failureId)?.remove();
  const alert = document.createElement("p");
  alert.id = failureId;
  alert.role = "alert";
  alert.className = "mb-6 rounded-lg border-l-4 border-berry bg-raised px-4 py-3 wrap-anywhere";
  alert.textContent = "The search couldn't be loaded. Check your connection and reload the page.";
  document.querySelector("main")?.prepend(alert);
  scrollTo(0, 0);
}
