type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A list's checkbox `data-select-all` selects all rows of its form, and `data-selected-count` says how many are selected. What is typed into a field
 * `data-selects-row` selects its row.
 */
export function selectRows() {
  // Scripts may draw a list anew.
  document.addEventListener("change", ({ target }) => {
    const { form } = target as Field;
    const all = form && selectAllOf(form);
    if (!form || !all) return;
    if (target === all) for (const row of rowsOf(form)) row.checked = all.checked;
    showSelection(form, all);
  });
  document.addEventListener("input", ({ target }) => {
    const { form } = target as Field;
    const all = form && selectAllOf(form);
    if (form && all && (target as Field).matches("[data-selects-row]")) showSelection(form, all);
  });
  // Browsers restore what was selected when they return to a page.
  addEventListener("pageshow", () => showSelections());
}

/** Shows what is selected, also in lists that were drawn since. */
export function showSelections(root: ParentNode = document) {
  for (const all of root.querySelectorAll<HTMLInputElement>("input[data-select-all]"))
    if (all.form) showSelection(all.form, all);
}

function selectAllOf(form: HTMLFormElement) {
  return form.querySelector<HTMLInputElement>("input[data-select-all]");
}

function rowsOf(form: HTMLFormElement) {
  return Array.from(form.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]"));
}

function showSelection(form: HTMLFormElement, all: HTMLInputElement) {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-selects-row]")) {
    const row = field.closest("tr")?.querySelector<HTMLInputElement>("input[type=checkbox]");
    if (row && field.value.trim()) row.checked = true;
  }
  const rows = rowsOf(form);
  const selected = rows.filter(({ checked }) => checked).length;
  all.checked = selected === rows.length;
  all.indeterminate = selected > 0 && selected < rows.length;
  const count = form.querySelector("[data-selected-count]");
  if (count) count.textContent = selected > 0 ? `${selected} selected` : "";
}
