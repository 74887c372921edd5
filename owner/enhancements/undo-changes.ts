import { openAround } from "./open-around.ts";

/** A form's values by the names of its fields. */
type Values = Map<string, string>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Milliseconds in which typing on in the same field counts as one change. */
const sameChangeMs = 1000;

/**
 * Takes back one change of a form after the other (`[data-undo]`), and all of them at once (`[data-as-it-was]`), which is a change, too. Nothing is
 * saved by either.
 *
 * @param redraw shows what has fields of its own, after their values were taken back
 */
export function undoChanges(form: HTMLFormElement, redraw: (changed: string[]) => void) {
  const button = form.querySelector("[data-undo]");
  const earlier: Values[] = [];
  let current = readValues(form);
  let last = { name: "", at: 0 };

  const keep = () => {
    earlier.push(current);
    button?.setAttribute("aria-disabled", "false");
  };
  const note = (values: Values) => {
    current = values;
    form.dataset.unsaved = isSame(values, savedOver(values)) ? "asSaved" : "edited";
  };
  const takeBackTo = (values: Values) => {
    const changed = writeValues(form, values);
    note(readValues(form));
    last = { name: "", at: 0 };
    redraw(changed.map(({ name }) => name));
    openAround(changed[0] ?? null);
    for (const field of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** Values with what is saved, as the form brought it along (`OriginalValues`). */
  const savedOver = (values: Values): Values => {
    const original = form.querySelector<HTMLInputElement>('[name="original"]');
    const saved: [string, string][] = Object.entries(JSON.parse(original?.value ?? "{}"));
    return new Map([...values, ...saved.filter(([name]) => values.has(name))]);
  };

  // A form that was refused comes back with what was typed, and a browser that comes back to the page fills it in.
  addEventListener("pageshow", () => note(readValues(form)));
  form.addEventListener("input", ({ target, timeStamp }) => {
    const values = readValues(form);
    if (isSame(values, current)) return;
    const name = isField(target) && isTyped(target) ? target.name : "";
    if (name === "" || name !== last.name || timeStamp - last.at > sameChangeMs) keep();
    last = { name, at: timeStamp };
    note(values);
  });
  button?.addEventListener("click", () => {
    const values = earlier.pop();
    if (values) takeBackTo(values);
    button.setAttribute("aria-disabled", String(earlier.length === 0));
  });
  form.querySelector("[data-as-it-was]")?.addEventListener("click", (event) => {
    event.preventDefault();
    const saved = savedOver(current);
    if (isSame(saved, current)) return;
    keep();
    takeBackTo(saved);
  });
}

/** Its fields but for files, and for what is only chosen on the screen. */
function fieldsOf(form: HTMLFormElement) {
  return Array.from(form.elements)
    .filter(isField)
    .filter(
      ({ name, type, dataset }) => name && name !== "original" && type !== "file" && dataset.selection === undefined,
    );
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

function readValues(form: HTMLFormElement): Values {
  return new Map(fieldsOf(form).map((field) => [field.name, isBox(field) ? (field.checked ? "on" : "") : field.value]));
}

/** @returns the fields that had another value */
function writeValues(form: HTMLFormElement, values: Values) {
  const before = readValues(form);
  const changed = fieldsOf(form).filter(({ name }) => values.has(name) && values.get(name) !== before.get(name));
  for (const field of changed) {
    const value = values.get(field.name) ?? "";
    if (isBox(field)) field.checked = value !== "";
    else field.value = value;
  }
  return changed;
}

function isTyped({ type }: Field) {
  return !["hidden", "checkbox", "select-one"].includes(type);
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === "checkbox";
}

function isSame(one: Values, other: Values) {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}
