/** Keeps only the first digits of a text. */
export function keepDigits(length: number) {
  return (typed: string) => typed.replace(/\D/g, "").slice(0, length);
}

/** Filters an input's value and keeps the caret's position in the text. */
export function maskInput(input: HTMLInputElement, keep: (typed: string) => string) {
  const kept = keep(input.value);
  if (kept === input.value) return;
  const caret = keep(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = kept;
  // Setting a selection moves the focus to the input in Safari.
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}
