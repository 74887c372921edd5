/** File fields with `data-largest` (bytes) say at once that a chosen file is too large, and keep their form from sending it. */
export function refuseLargeFiles() {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-largest]")) {
    field.addEventListener("change", () => {
      const problems = Array.from(field.files ?? []).flatMap((file) => fileProblem(file, field) ?? []);
      field.setCustomValidity(problems[0] ? `${problems[0]}. Choose a smaller one.` : "");
      if (problems.length > 0) field.reportValidity();
    });
  }
}

/** What the server would say of a file that is too large. @param dataset of the element with the limit */
export function fileProblem({ name, size }: File, { dataset: { largest } }: HTMLElement) {
  const most = Number(largest);
  return size > most ? `${name} is larger than ${Math.round(most / 1024 / 1024)} MB` : undefined;
}
