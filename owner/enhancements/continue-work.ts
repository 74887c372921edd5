/** Submits the form that continues a piece of work. Without scripts, owners press its button for each part. */
export function continueWork() {
  document.querySelector<HTMLFormElement>("form[data-continue]")?.requestSubmit();
}
