import { fileProblem } from "./file-fields.ts";

/**
 * Uploads a product's pictures one by one as they are dropped or chosen, and moves them by dragging. The page isn't left, so typed texts
 * stay. Without scripts, the same section has a file field and buttons.
 */
export function uploadPicturesInPlace() {
  const section = document.querySelector<HTMLElement>("[data-pictures]");
  const field = section?.querySelector<HTMLInputElement>("input[type=file]");
  if (!section || !field) return;
  field.addEventListener("change", () => {
    const files = Array.from(field.files ?? []);
    field.value = "";
    void uploadAll(section, files);
  });
  takeDrops(section);
  moveByDragging(section);
}

function takeDrops(section: HTMLElement) {
  const zone = section.querySelector<HTMLElement>("[data-drop-zone]") ?? section;
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
  section.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    zone.dataset.dropping = "";
  });
  section.addEventListener("dragleave", () => delete zone.dataset.dropping);
  section.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    delete zone.dataset.dropping;
    void uploadAll(section, Array.from(event.dataTransfer?.files ?? []));
  });
}

let queue: Promise<unknown> = Promise.resolve();

/** One after the other, also after a second drop: the server decodes one picture at a time. */
function uploadAll(section: HTMLElement, files: File[]) {
  for (const file of files) {
    const row = addRow(section, file.name);
    const form = new FormData();
    form.set("step", "upload");
    form.append("pictures", file);
    queue = queue.then(async () => {
      const showShare = (share: number) => {
        row.bar.value = share;
      };
      const error = fileProblem(file, section) ?? (await sendAndShow(section, form, showShare));
      row.bar.remove();
      row.status.textContent = error?.replace(`${file.name}: `, "") ?? "Added";
      row.status.className = error === undefined ? "text-soft" : "text-berry";
    });
  }
  return queue;
}

function addRow(section: HTMLElement, name: string) {
  const row = document.createElement("li");
  const bar = document.createElement("progress");
  const status = document.createElement("span");
  bar.max = 1;
  bar.value = 0;
  bar.ariaLabel = `Upload of ${name}`;
  row.className = "flex flex-wrap items-center gap-x-3 wrap-anywhere";
  row.append(name, bar, status);
  section.querySelector("[data-uploads]")?.append(row);
  return { bar, status };
}

function moveByDragging(section: HTMLElement) {
  let from: string | undefined;
  const pictureAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-picture]") : null;
  section.addEventListener("dragstart", (event) => {
    // Selected text of a description can be dragged, too.
    if (event.target instanceof HTMLInputElement) return;
    from = pictureAt(event)?.dataset.picture;
    event.dataTransfer?.setData("text/plain", "");
  });
  section.addEventListener("dragover", (event) => {
    if (from !== undefined && pictureAt(event)) event.preventDefault();
  });
  section.addEventListener("drop", (event) => {
    const to = pictureAt(event)?.dataset.picture;
    if (from === undefined || to === undefined) return;
    event.preventDefault();
    if (from !== to) queue = queue.then(() => move(section, `to ${from} ${to}`));
  });
  section.addEventListener("dragend", () => {
    from = undefined;
  });
}

async function move(section: HTMLElement, step: string) {
  const form = new FormData();
  form.set("step", step);
  for (const name of pictureFields) form.set(`original-${name}`, fieldNamed(document, `original-${name}`)?.value ?? "");
  const error = await sendAndShow(section, form);
  if (error !== undefined) addRow(section, error).bar.remove();
}

const pictureFields = ["thumbnail", "images", "imageAlts"];
const notSent = "Not saved. Check your connection and try again.";

/** Posts a form, and shows the pictures of the answered page. @returns the error, if there is one */
async function sendAndShow(section: HTMLElement, form: FormData, onProgress?: (share: number) => void) {
  const answer = await post(form, onProgress).catch(() => undefined);
  const pictures = answer?.querySelector("[data-picture-list]");
  if (!answer || !pictures) return notSent;
  const shown = section.querySelector("[data-picture-list]");
  if (shown) keepTypedAlts(shown, pictures);
  shown?.replaceWith(pictures);
  for (const name of pictureFields) updateField(answer, name);
  return answer.querySelector('[data-pictures] [role="alert"]')?.textContent ?? undefined;
}

/** Alt texts that are typed but not saved follow their pictures. */
function keepTypedAlts(shown: Element, next: Element) {
  const typed = new Map<string | undefined, string>();
  for (const { dataset, value, defaultValue } of altFields(shown))
    if (value !== defaultValue) typed.set(dataset.alt, value);
  for (const field of altFields(next)) field.value = typed.get(field.dataset.alt) ?? field.value;
}

function altFields(list: Element) {
  return list.querySelectorAll<HTMLInputElement>("[data-alt]");
}

/** The form's text of the pictures, unless the owner is editing it. */
function updateField(answer: Document, name: string) {
  const [original, field] = [fieldNamed(document, `original-${name}`), fieldNamed(document, name)];
  const current = fieldNamed(answer, `original-${name}`)?.value;
  if (!original || current === undefined || (field && field.value !== field.defaultValue)) return;
  original.value = current;
  if (!field) return;
  field.defaultValue = current;
  field.value = current;
}

function fieldNamed(page: Document, name: string) {
  return page.querySelector<HTMLInputElement | HTMLTextAreaElement>(`form [name="${name}"]`);
}

/** `fetch` doesn't tell how much of an upload has been sent. */
function post(form: FormData, onProgress?: (share: number) => void) {
  return new Promise<Document>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", location.pathname);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(loaded / total));
    request.addEventListener("load", () => resolve(new DOMParser().parseFromString(request.responseText, "text/html")));
    request.addEventListener("error", reject);
    request.send(form);
  });
}
