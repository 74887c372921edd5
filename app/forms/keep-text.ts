/** What remains of a text when all but its first digits is taken out. */
export function keepDigits(length: number) {
  return (typed: string) => typed.replace(/\D/g, "").slice(0, length);
}

/** Changes what an input holds to what it keeps; the caret stays behind the text that it stood behind. */
export function keepText(input: HTMLInputElement, keep: (typed: string) => string) {
  const kept = keep(input.value);
  if (kept === input.value) return;
  const caret = keep(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = kept;
  // Elsewhere a selection would draw the focus to the input in Safari.
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}
