/**
 * File fields (`file-zone`) show the names and sizes of the chosen files, and whether dropped ones would land there. With `data-largest` (bytes), a
 * field says at once that a file is too large, and keeps its form from sending it.
 */
export function describeFiles() {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=file]")) {
    const zone = field.closest(".file-zone");
    const text = zone?.querySelector("[data-chosen]");
    const invitation = Array.from(text?.childNodes ?? []);
    const update = () => {
      const files = Array.from(field.files ?? []);
      const problem = files.map((file) => fileProblem(file, field)).find(Boolean);
      field.setCustomValidity(problem ? `${problem}. Choose a smaller one.` : "");
      text?.replaceChildren(...(files.length > 0 ? [files.map(describeFile).join(", ")] : invitation));
    };
    field.addEventListener("change", () => {
      update();
      field.reportValidity();
    });
    // The form is empty after the event.
    field.form?.addEventListener("reset", () => setTimeout(update));
    field.addEventListener("dragenter", () => zone?.toggleAttribute("data-dropping", true));
    for (const end of ["dragleave", "drop"]) field.addEventListener(end, () => zone?.removeAttribute("data-dropping"));
    // A browser that comes back to the page may have kept what was chosen.
    addEventListener("pageshow", update);
  }
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
