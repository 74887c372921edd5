/** The button "Print" of sheets. */
export function printOnPress() {
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
}
