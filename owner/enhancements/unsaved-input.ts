/**
 * Watches the forms whose input can get lost (`data-unsaved`). While one has unsaved input, its save bar says so and stays in view, and the browser asks
 * before the page is left: by a link, by closing it, or by submitting another form.
 */
export function watchUnsavedInput() {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-unsaved]")) showUnsaved(form);
  warnBeforeLosingInput();
}

function showUnsaved(form: HTMLFormElement) {
  const note = form.querySelector("[data-unsaved-note]");
  if (!note) return;
  const update = () => {
    const isUnsaved = isDirty(form);
    if (isUnsaved === form.hasAttribute("data-changed")) return;
    form.toggleAttribute("data-changed", isUnsaved);
    note.textContent = isUnsaved ? "Unsaved changes" : "";
  };
  // Fields that are elsewhere on the page belong to it, too.
  for (const event of ["input", "change"]) addEventListener(event, update);
  // A browser that comes back to the page fills in what was typed.
  addEventListener("pageshow", update);
}

function warnBeforeLosingInput() {
  let submitted: EventTarget | null = null;
  addEventListener("submit", ({ target }) => {
    submitted = target;
  });
  addEventListener("beforeunload", (event) => {
    const forms = Array.from(document.querySelectorAll<HTMLFormElement>("form[data-unsaved]"));
    if (forms.some((form) => form !== submitted && isDirty(form))) event.preventDefault();
    submitted = null;
  });
}

/**
 * A rejected form is marked as changed, because its input looks like the original. One whose changes can be undone (`undo-changes.ts`) is marked as
 * edited or as saved, because scripts change its hidden fields, too; chosen files aren't among what that compares.
 */
function isDirty({ dataset: { unsaved }, elements }: HTMLFormElement) {
  if (unsaved === "edited") return true;
  const sent = Array.from(elements).filter((field) => field.hasAttribute("name"));
  if (unsaved === "asSaved") return sent.some(holdsFile);
  return sent.some(unsaved === "changed" ? holdsText : isChanged);
}

function holdsFile(field: Element) {
  return field instanceof HTMLInputElement && field.type === "file" && field.value !== "";
}

function holdsText(field: Element) {
  return hasText(field) && field.value !== "";
}

function isChanged(field: Element) {
  if (hasText(field)) return field.value !== (field.type === "file" ? "" : field.defaultValue);
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== originalIndex(field);
  if (!(field instanceof HTMLInputElement) || field.dataset.selection !== undefined) return false;
  return field.checked !== field.defaultChecked;
}

const textless = ["hidden", "checkbox", "radio"];

function hasText(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !textless.includes(field.type));
}

function originalIndex({ options }: HTMLSelectElement) {
  return Math.max(
    Array.from(options).findIndex(({ defaultSelected }) => defaultSelected),
    0,
  );
}
