import { showScriptedControls } from "./scripted-controls.ts";
import { showSelections } from "./select-all.ts";

/** Milliseconds without another key press, after which the combinations follow. */
const pauseMs = 150;

/**
 * Shows the combinations of a form's lists of options while these are typed. The parts `data-combinations` have them, and name the fields that they follow
 * from. The server draws them, with what was typed in their rows.
 */
export function showCombinations() {
  let parts = partsOf(document);
  const form = parts[0]?.closest("form");
  if (!form) return;
  const fields = (parts[0]?.dataset.combinations ?? "").split(" ");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  form.addEventListener("input", ({ target }) => {
    if (!isField(target)) return;
    const isTypedMeanwhile = asked !== undefined && parts.some((part) => part.contains(target));
    if (!fields.includes(target.name) && !isTypedMeanwhile) return;
    asked?.abort();
    clearTimeout(timer);
    asked = new AbortController();
    timer = setTimeout(show, pauseMs, form, asked);
  });

  async function show(from: HTMLFormElement, ask: AbortController) {
    const drawn = await draw(from, ask.signal).catch(() => []);
    if (ask.signal.aborted) return;
    asked = undefined;
    // Lists that are wrong leave what is shown. Saving says what is wrong.
    if (drawn.length === parts.length) parts = parts.map((part, index) => replace(part, drawn[index] ?? part));
  }
}

async function draw(form: HTMLFormElement, signal: AbortSignal) {
  const sent = new FormData(form);
  for (const [name, value] of [...sent]) if (value instanceof File) sent.delete(name);
  sent.set("step", "combinations");
  const answer = await fetch(location.pathname + location.search, { method: "POST", body: sent, signal });
  if (!answer.ok || answer.redirected) return [];
  return partsOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

function partsOf(page: Document) {
  return [...page.querySelectorAll<HTMLElement>("[data-combinations]")];
}

/** @returns what is shown then */
function replace(shown: HTMLElement, next: HTMLElement) {
  showScriptedControls(next);
  if (next.isEqualNode(shown)) return shown;
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  shown.replaceWith(next);
  showSelections(next);
  if (isField(focused)) focusSame(focused, next);
  return next;
}

function focusSame(field: HTMLInputElement | HTMLSelectElement, shown: HTMLElement) {
  const same = shown.querySelector<HTMLInputElement>(`[name="${CSS.escape(field.name)}"]`);
  same?.focus();
  if (field instanceof HTMLInputElement && same?.type === "text")
    same.setSelectionRange(field.selectionStart, field.selectionEnd);
}

function isField(target: unknown): target is HTMLInputElement | HTMLSelectElement {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
