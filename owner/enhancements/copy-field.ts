/** A button `data-copy` copies the field with the id that it names, and says so. Without a secure connection it only selects the text. */
export function copyFields() {
  for (const button of document.querySelectorAll<HTMLElement>("button[data-copy]")) {
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy ?? "");
      if (!(field instanceof HTMLInputElement)) return;
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        // What the button copies is named behind it, for screen readers.
        button.firstChild?.replaceWith("Copied");
      } catch {
        field.focus();
      }
    });
  }
}
