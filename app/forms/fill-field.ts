type Field = HTMLInputElement | HTMLSelectElement;

/** The fields that the shopper, or their browser's autofill, has changed. */
const touched = new WeakSet<Element>();
let isFilling = false;

/** Notes a field's `input` event: unless the page itself filled the field, its value is now the shopper's. */
export function noteInput(field: Element) {
  if (!isFilling) touched.add(field);
}

/** Forgets what the shopper did in a field, because its form was reset. */
export function forgetInput(field: Element) {
  touched.delete(field);
}

/** Whether a field's value is the shopper's. */
export function isTyped(field: Element) {
  return touched.has(field);
}

/** Whether the page may change a field: the shopper isn't in it and hasn't changed it. */
export function mayFill(field: Field) {
  return field !== document.activeElement && !touched.has(field);
}

/** Changes a field for the shopper if the page may. Values often arrive late, when the shopper is already typing. */
export function fillField(field: Field, value: string) {
  if (!mayFill(field)) return;
  field.value = value;
  isFilling = true;
  // The field's mask and the form's validation follow.
  field.dispatchEvent(new Event("input", { bubbles: true }));
  isFilling = false;
}
