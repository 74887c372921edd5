import { element } from "./element.ts";
import type { Found, FoundGroup } from "./found.ts";
import { showKeys } from "./keys-dialog.ts";

/** Milliseconds without another key press, after which the shop is asked. */
const pauseMs = 150;

const listId = "finder-list";

let finder: ReturnType<typeof createFinder> | undefined;

/** Opens the dialog that finds screens and records; closes it if it is open. The browser closes it by Escape and returns the focus. */
export function showFinder() {
  finder ??= createFinder();
  const { dialog, field, ask } = finder;
  if (dialog.open) return dialog.close();
  dialog.showModal();
  field.select();
  void ask();
}

function createFinder() {
  const dialog = element("dialog", { class: "finder", "aria-label": "Find anything" });
  const field = element("input", {
    type: "text",
    inputmode: "search",
    enterkeyhint: "go",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: "100",
    role: "combobox",
    "aria-label": "Find orders, products, customers, settings and more",
    "aria-autocomplete": "list",
    "aria-controls": listId,
    "aria-expanded": "false",
    placeholder: "Order, product, customer, setting…",
  });
  const close = element("button", { type: "button", class: "button button-quiet px-4" }, "Close");
  const list = element("div", { id: listId, role: "listbox", "aria-label": "Found" });
  const status = element("p", { role: "status" });
  const keys = element("button", { type: "button", class: "text-link text-sm" }, "Keyboard shortcuts");
  dialog.append(element("div", {}, field, close), list, status, element("footer", {}, keys));
  document.body.append(dialog);

  const { ask } = combobox({ field, list, status });
  list.addEventListener("click", () => dialog.close());
  close.addEventListener("click", () => dialog.close());
  keys.addEventListener("click", () => {
    // The focus goes back to the screen first, to which the other dialog returns it, too.
    dialog.close();
    showKeys();
  });
  // A press beside it.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  // A browser that comes back to the page shows it without the finder.
  addEventListener("pagehide", () => dialog.close());
  return { dialog, field, ask };
}

interface Parts {
  field: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
}

/** The combobox: the focus stays in the field, and `aria-activedescendant` names the chosen option. */
function combobox({ field, list, status }: Parts) {
  let asked = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Enter was pressed before the answer to what was typed came. */
  let opensFirst = false;

  const options = () => Array.from(list.querySelectorAll<HTMLAnchorElement>("[role=option]"));
  const isChosen = (option: Element) => option.getAttribute("aria-selected") === "true";

  function choose(option: Element | undefined) {
    for (const each of options()) each.setAttribute("aria-selected", String(each === option));
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function show(groups: FoundGroup[], message: string) {
    list.replaceChildren(...groups.map(groupElement));
    const all = options();
    field.setAttribute("aria-expanded", String(all.length > 0));
    status.textContent = message || (all.length > 0 ? `${all.length} found` : "Nothing found.");
    status.toggleAttribute("data-quiet", all.length > 0);
    choose(all[0]);
    if (opensFirst) all[0]?.click();
    opensFirst = false;
    list.scrollTop = 0;
  }

  async function ask() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const query = new URLSearchParams({ q: field.value });
    try {
      const answer = await fetch(`/owner/find.json?${query}`, { signal });
      const isJson = answer.ok && !answer.redirected;
      const groups: FoundGroup[] = isJson ? await answer.json() : [];
      if (!signal.aborted) show(groups, isJson ? "" : "The shop couldn't search. Reload the page and try again.");
    } catch {
      if (!signal.aborted) show([], "The shop couldn't be reached. Check your connection and try again.");
    } finally {
      if (!signal.aborted) timer = undefined;
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    asked.abort();
    opensFirst = false;
    timer = setTimeout(ask, pauseMs);
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    const place = all.findIndex(isChosen);
    const steps: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      choose(all.at(step % Math.max(all.length, 1)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (timer === undefined) all[place]?.click();
      else opensFirst = true;
    }
  });
  list.addEventListener("mousemove", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option && !isChosen(option)) choose(option);
  });
  return { ask };
}

function groupElement({ name, results }: FoundGroup, index: number) {
  const headingId = `finder-group-${index}`;
  return element(
    "div",
    { role: "group", "aria-labelledby": headingId },
    element("div", { id: headingId, role: "presentation" }, name),
    ...results.map((found, place) => optionElement(found, `finder-option-${index}-${place}`)),
  );
}

function optionElement({ title, detail = "", address }: Found, id: string) {
  const parts = [element("bdi", {}, title), element("small", {}, detail)];
  return element("a", { id, href: address, role: "option", tabindex: "-1", "aria-selected": "false" }, ...parts);
}
