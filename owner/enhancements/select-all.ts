/**
 * A list's checkbox `data-select-all` selects all rows of its form, and `data-selected-count` says how many are selected. What is typed into a field
 * `data-selects-row` selects its row.
 */
export function selectRows() {
  for (const all of document.querySelectorAll<HTMLInputElement>("input[data-select-all]")) {
    const { form } = all;
    if (!form) continue;
    const rows = Array.from(form.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]"));
    const update = () => showSelection(form, all, rows);
    all.addEventListener("change", () => {
      for (const row of rows) row.checked = all.checked;
    });
    form.addEventListener("change", update);
    form.addEventListener("input", ({ target }) => {
      if (target instanceof Element && target.matches("[data-selects-row]")) update();
    });
    // Browsers restore what was selected when they return to a page.
    addEventListener("pageshow", update);
  }
}

function showSelection(form: HTMLFormElement, all: HTMLInputElement, rows: HTMLInputElement[]) {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-selects-row]")) {
    const row = field.closest("tr")?.querySelector<HTMLInputElement>("input[type=checkbox]");
    if (row && field.value.trim()) row.checked = true;
  }
  const selected = rows.filter(({ checked }) => checked).length;
  all.checked = selected === rows.length;
  all.indeterminate = selected > 0 && selected < rows.length;
  const count = form.querySelector("[data-selected-count]");
  if (count) count.textContent = selected > 0 ? `${selected} selected` : "";
}
