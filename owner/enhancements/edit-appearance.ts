import { showSections } from "./arrange-sections.ts";
import { fileProblem } from "./file-fields.ts";
import { openAround } from "./open-around.ts";
import { undoChanges } from "./undo-changes.ts";
import { updateElement } from "./update-page.ts";

/** Milliseconds without another key press, after which the preview follows. */
const pauseMs = 150;
/** Pixels above a section that is scrolled to. */
const aboveSection = 24;

/** Shows in the preview of the appearance (`iframe[data-preview]`) what is typed and chosen in its form. */
export function editAppearance() {
  const frame = document.querySelector<HTMLIFrameElement>("iframe[data-preview]");
  const form = frame?.closest("form");
  if (!frame || !form) return;
  const preview = previewIn(frame, form);
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "file") return;
    clearTimeout(timer);
    timer = setTimeout(preview.show, pauseMs);
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.type === "file") void takeFile(form, target, preview);
    // A small window has shown the form alone until now.
    if (target.name === "shownHalf") preview.reveal();
  });
  form.addEventListener("focusin", ({ target }) => {
    const section = target instanceof Element ? target.closest<HTMLElement>("[data-section]") : null;
    if (section) preview.reveal(section.dataset.section);
  });
  undoChanges(form, (changed) => {
    showSections(form);
    void redrawPictures(form, changed, preview);
  });
  form.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const choice = event.target.closest<HTMLElement>("[data-use-colors]");
    if (!choice && !event.target.closest("[data-suggest-colors]")) return;
    // Posting the form would lose the changes that can be taken back.
    event.preventDefault();
    if (choice) fillColors(form, JSON.parse(choice.dataset.useColors ?? "{}"));
    else void suggestColors(form, preview);
  });
  // A field that keeps the form from being sent is shown.
  form.addEventListener("invalid", ({ target }) => openAround(target), true);
}

type Preview = ReturnType<typeof previewIn>;

function previewIn(frame: HTMLIFrameElement, form: HTMLFormElement) {
  const status = form.querySelector("[data-preview-status]");
  let asked = new AbortController();
  let shownPage: unknown;
  /** The section that was edited last, until it is in view. */
  let wanted: string | undefined;

  const tell = (problem: string) => {
    if (status) status.textContent = problem;
  };

  async function show() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const sent = textsOf(form);
    try {
      const answer = await fetch(frame.dataset.preview ?? "", { method: "POST", body: sent, signal });
      if (!answer.ok || answer.redirected) return tell("The preview couldn't be updated. Reload the page.");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const shown = frame.contentDocument;
      if (signal.aborted || !shown) return;
      updateElement(shown.documentElement, page.documentElement);
      if (shownPage !== sent.get("previewPage")) frame.contentWindow?.scrollTo(0, 0);
      shownPage = sent.get("previewPage");
      tell(decodeURIComponent(answer.headers.get("Preview-Problem") ?? ""));
      const empty = (answer.headers.get("Empty-Sections") ?? "").split(" ");
      for (const note of form.querySelectorAll<HTMLElement>("[data-missing]"))
        note.hidden = !empty.includes(note.dataset.missing ?? "");
      reveal();
    } catch {
      if (!signal.aborted) tell("The preview couldn't be updated. Check your connection.");
    }
  }

  /** Scrolls to the section that is edited. One that isn't on the page yet follows when it is. */
  function reveal(section = wanted) {
    wanted = section;
    const shown = frame.contentDocument?.querySelector(`[data-section="${section}"]`)?.firstElementChild;
    if (!shown || frame.clientHeight === 0) return;
    wanted = undefined;
    scrollInFrame(frame, shown);
  }

  // The form may have more than what is saved: a browser restores what was typed, and a form that was refused comes back.
  if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") void show();
  else frame.addEventListener("load", show, { once: true });
  return { show, tell, reveal };
}

/** `scrollIntoView` would scroll the window around the frame, too. */
function scrollInFrame({ contentWindow }: HTMLIFrameElement, shown: Element) {
  const { top, bottom } = shown.getBoundingClientRect();
  // The shop's bar stays in view.
  const above = (shown.ownerDocument.querySelector(".site-bar")?.clientHeight ?? 0) + aboveSection;
  if (!contentWindow || (top >= above && bottom <= contentWindow.innerHeight)) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  contentWindow.scrollBy({ top: top - above, behavior: isCalm ? "auto" : "smooth" });
}

/** The form without its files. */
function textsOf(form: HTMLFormElement) {
  const texts = new FormData(form);
  for (const [name, value] of [...texts]) if (value instanceof File || name === "original") texts.delete(name);
  return texts;
}

/** Uploads a chosen picture, and shows it in its field, from which the preview and the saved form take it. */
async function takeFile(form: HTMLFormElement, field: HTMLInputElement, preview: Preview) {
  const [file] = field.files ?? [];
  const { pictureField: name = "" } = field.closest<HTMLElement>("[data-picture-field]")?.dataset ?? {};
  if (!file) return;
  const problem = fileProblem(file, field);
  if (problem) return preview.tell(problem);
  const sent = textsOf(form);
  sent.set(field.name, file);
  sent.set("colorsFrom", name);
  if (!(await redraw(sent, [name], preview))) return;
  const shown = pictureField(document, name);
  shown?.querySelector<HTMLElement>("input[type=file]")?.focus();
  openAround(document.querySelector("[data-use-colors]"));
  shown?.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Shows the pictures whose fields have other values. */
async function redrawPictures(form: HTMLFormElement, changed: string[], preview: Preview) {
  const names = changed.filter((name) => pictureField(document, name));
  if (names.length > 0) await redraw(textsOf(form), names, preview);
}

/** Has the server draw fields of pictures. @returns whether it did */
async function redraw(sent: FormData, names: string[], { tell }: Preview) {
  sent.set("step", "showPictures");
  const page = await post(sent).catch(() => undefined);
  const fields = names.flatMap((name) => (page && pictureField(page, name)) ?? []);
  if (fields.length < names.length) {
    tell("The picture couldn't be shown. Check your connection and try again.");
    return false;
  }
  const choices = page?.querySelector("[data-color-choices]:has([data-use-colors])");
  if (choices) document.querySelector("[data-color-choices]")?.replaceWith(choices);
  for (const field of fields) pictureField(document, field.dataset.pictureField ?? "")?.replaceWith(field);
  return true;
}

/** Shows colors that go with the form's pictures. */
async function suggestColors(form: HTMLFormElement, { tell }: Preview) {
  const sent = textsOf(form);
  sent.set("step", "suggestColors");
  const page = await post(sent).catch(() => undefined);
  const choices = page?.querySelector<HTMLElement>("[data-color-choices]");
  if (!choices) return tell("No colors could be suggested. Check your connection and try again.");
  document.querySelector("[data-color-choices]")?.replaceWith(choices);
  choices.querySelector("button")?.focus();
}

async function post(sent: FormData) {
  const answer = await fetch(location.pathname, { method: "POST", body: sent });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function pictureField(page: Document, name: string) {
  return page.querySelector<HTMLElement>(`[data-picture-field="${name}"]`);
}

/** Fills the fields of colors, which is one change. */
function fillColors(form: HTMLFormElement, colors: Record<string, string>) {
  const fields = Object.keys(colors).map((name) => form.elements.namedItem(name));
  const texts = fields.filter((field) => field instanceof HTMLInputElement);
  for (const field of texts) field.value = colors[field.name] ?? "";
  for (const field of texts) field.dispatchEvent(new Event("input", { bubbles: true }));
}
