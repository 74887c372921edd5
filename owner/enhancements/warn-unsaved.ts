/** Asks before a page is left whose form (`data-unsaved`) has unsaved input: by a link, by closing it, or by submitting another form. */
export function warnBeforeLosingInput() {
  let isSaving = false;
  addEventListener("submit", ({ target }) => {
    isSaving = target instanceof HTMLFormElement && target.matches(unsavedForms);
  });
  addEventListener("pageshow", () => {
    isSaving = false;
  });
  addEventListener("beforeunload", (event) => {
    if (!isSaving && Array.from(document.querySelectorAll<HTMLFormElement>(unsavedForms)).some(isDirty))
      event.preventDefault();
  });
}

const unsavedForms = "form[data-unsaved]";

/** A rejected form is marked as changed, because its input looks like the original. */
function isDirty(form: HTMLFormElement) {
  return form.dataset.unsaved === "changed" || Array.from(form.elements).some(isChanged);
}

function isChanged(field: Element) {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== originalIndex(field);
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== (field.type === "file" ? "" : field.defaultValue);
}

function originalIndex({ options }: HTMLSelectElement) {
  return Math.max(
    Array.from(options).findIndex(({ defaultSelected }) => defaultSelected),
    0,
  );
}
