/** Shows the color pickers (`data-color-of`), each of which writes into a text field. That field stays, because it can be empty. */
export function pickColors() {
  for (const picker of document.querySelectorAll<HTMLInputElement>("input[data-color-of]")) {
    const field = document.getElementById(picker.dataset.colorOf ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    picker.hidden = false;
    picker.addEventListener("input", () => {
      field.value = picker.value;
    });
    field.addEventListener("input", () => {
      picker.value = /^#[\da-f]{6}$/i.test(field.value) ? field.value : field.placeholder;
    });
  }
}
