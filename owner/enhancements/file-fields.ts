/**
 * File fields (`file-zone`) show the names and sizes of the chosen files, and whether dropped ones would land there. With `data-largest` (bytes), a
 * field says at once that a file is too large, and keeps its form from sending it. Fields that are drawn later do the same.
 */
export function describeFiles() {
  addEventListener("change", ({ target }) => {
    if (!isFileField(target)) return;
    showChosen(target);
    target.reportValidity();
  });
  // The form is empty after the event.
  addEventListener("reset", () => setTimeout(showAllChosen));
  addEventListener("dragenter", ({ target }) => showDropping(target, true));
  for (const end of ["dragleave", "drop"]) addEventListener(end, ({ target }) => showDropping(target, false));
  // A browser that comes back to the page may have kept what was chosen.
  addEventListener("pageshow", showAllChosen);
}

function isFileField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === "file";
}

function showAllChosen() {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=file]")) showChosen(field);
}

function showChosen(field: HTMLInputElement) {
  const files = Array.from(field.files ?? []);
  const problem = files.map((file) => fileProblem(file, field)).find(Boolean);
  field.setCustomValidity(problem ? `${problem}. Choose a smaller one.` : "");
  const zone = field.closest(".file-zone");
  zone?.querySelector("[data-invitation]")?.toggleAttribute("hidden", files.length > 0);
  const chosen = zone?.querySelector("[data-chosen]");
  if (chosen) chosen.textContent = files.map(describeFile).join(", ");
}

function showDropping(target: EventTarget | null, isDropping: boolean) {
  if (isFileField(target)) target.closest(".file-zone")?.toggleAttribute("data-dropping", isDropping);
}

/** A file's name and size: whole numbers, which every locale writes alike. */
function describeFile({ name, size }: File) {
  const kilobytes = Math.ceil(size / 1024);
  return `${name} (${kilobytes < 1024 ? `${kilobytes} kB` : `${Math.round(kilobytes / 1024)} MB`})`;
}

/** What the server would say of a file that is too large. @param dataset of the element with the limit */
export function fileProblem({ name, size }: File, { dataset: { largest } }: HTMLElement) {
  const most = Number(largest);
  return size > most ? `${name} is larger than ${Math.round(most / 1024 / 1024)} MB` : undefined;
}
