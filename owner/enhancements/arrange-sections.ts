import { openAround } from "./open-around.ts";

/** Moves, removes and adds the sections of the home page (`[data-sections]`) without posting their form, and moves them by dragging. */
export function arrangeSections() {
  const list = document.querySelector<HTMLElement>("[data-sections]");
  if (!list) return;
  list.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[data-section-change]") : null;
    if (!button) return;
    event.preventDefault();
    change(list, button);
  });
  moveByDragging(list);
}

function change(list: HTMLElement, button: HTMLButtonElement) {
  const { sectionChange, of = "" } = button.dataset;
  const item = itemOf(list, of);
  const shown = shownItems(list);
  if (!item) return;
  const place = shown.indexOf(item);
  if (sectionChange === "up") shown[place - 1]?.before(item);
  if (sectionChange === "down") shown[place + 1]?.after(item);
  if (sectionChange === "add") shown.at(-1)?.after(item);
  if (sectionChange === "add" || sectionChange === "remove") item.hidden = sectionChange === "remove";
  commit(list);
  const name = item.querySelector("[data-name]")?.textContent ?? "";
  if (item.hidden) {
    const next = (shown[place + 1] ?? shown[place - 1])?.querySelector("summary");
    (next ?? addButton(list, of))?.focus();
    return tell(list, `${name} removed`);
  }
  if (sectionChange === "add") openAround(item.querySelector("details > div"));
  const wanted = sectionChange === "add" ? item.querySelector("summary") : button;
  const next = button.disabled ? item.querySelector<HTMLElement>("[data-section-change]:enabled") : wanted;
  next?.focus();
  tell(list, `${name}: ${shownItems(list).indexOf(item) + 1} of ${shownItems(list).length}`);
}

function addButton(list: HTMLElement, section: string) {
  return list.querySelector<HTMLElement>(`[data-section-change="add"][data-of="${section}"]`);
}

function tell(list: HTMLElement, what: string) {
  const status = list.querySelector("[data-sections-status]");
  if (status) status.textContent = what;
}

/** Shows the sections as the form's fields have them. */
export function showSections(form: HTMLFormElement) {
  const list = form.querySelector<HTMLElement>("[data-sections]");
  if (list) showFields(list);
}

function showFields(list: HTMLElement) {
  const order = orderField(list);
  if (!order) return;
  for (const name of (order.value || order.dataset.usual || "").split(", ")) {
    const item = itemOf(list, name);
    if (item) item.parentElement?.append(item);
  }
  for (const item of allItems(list)) item.hidden = item.querySelector("input")?.value === "";
  update(list);
}

/** Writes what the list shows into the form's fields, and has the preview follow. */
function commit(list: HTMLElement) {
  const order = orderField(list);
  const names = allItems(list).map(({ dataset }) => dataset.section);
  if (order) order.value = names.join(", ") === order.dataset.usual ? "" : names.join(", ");
  for (const item of allItems(list)) {
    const field = item.querySelector("input");
    if (field) field.value = item.hidden ? "" : "on";
  }
  update(list);
  order?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Has each button offer what is possible. */
function update(list: HTMLElement) {
  const shown = shownItems(list);
  for (const button of list.querySelectorAll<HTMLButtonElement>("[data-section-change]")) {
    const item = itemOf(list, button.dataset.of ?? "");
    if (button.dataset.sectionChange === "up") button.disabled = item === shown[0];
    if (button.dataset.sectionChange === "down") button.disabled = item === shown.at(-1);
    if (button.dataset.sectionChange === "add") button.hidden = !item?.hidden;
  }
}

function orderField(list: HTMLElement) {
  return list.querySelector<HTMLInputElement>('[name="sectionOrder"]');
}

function moveByDragging(list: HTMLElement) {
  let moved: HTMLElement | null = null;
  for (const handle of list.querySelectorAll<HTMLElement>("[data-drag]")) handle.draggable = true;
  list.addEventListener("dragstart", ({ target, dataTransfer }) => {
    // Pictures and selected texts inside a section can be dragged, too.
    const handle = target instanceof Element ? target.closest("[data-drag]") : null;
    moved = handle?.closest<HTMLElement>("[data-section]") ?? null;
    if (moved) dataTransfer?.setData("text/plain", "");
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-section]") : null;
    if (!moved) return;
    event.preventDefault();
    if (!over || over === moved) return;
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(moved);
    else over.after(moved);
  });
  list.addEventListener("drop", (event) => {
    if (moved) event.preventDefault();
  });
  list.addEventListener("dragend", ({ dataTransfer }) => {
    // Escape, or a drop outside of the list, leaves the order as it was.
    if (moved && dataTransfer?.dropEffect === "none") showFields(list);
    else if (moved) commit(list);
    moved = null;
  });
}

function allItems(list: HTMLElement) {
  return [...list.querySelectorAll<HTMLElement>("[data-section]")];
}

function shownItems(list: HTMLElement) {
  return allItems(list).filter(({ hidden }) => !hidden);
}

function itemOf(list: HTMLElement, section: string) {
  return allItems(list).find(({ dataset }) => dataset.section === section);
}
