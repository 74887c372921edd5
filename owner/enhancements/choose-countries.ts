/** Fields of country codes: the list adds to them at once, and each name has a button that removes its code. They are saved as text. */
export function chooseCountries() {
  for (const part of document.querySelectorAll<HTMLElement>("[data-countries]")) {
    const input = part.querySelector("input");
    const select = part.querySelector("select");
    const names = part.querySelector("[data-country-names]");
    if (input && select && names) connect({ input, select, names, whenEmpty: codesIn(part.dataset.whenEmpty ?? "") });
  }
}

interface Parts {
  input: HTMLInputElement;
  select: HTMLSelectElement;
  names: Element;
  /** What an empty field stands for. */
  whenEmpty: string[];
}

function connect(parts: Parts) {
  const { input, select } = parts;
  select
    .closest("[data-countries]")
    ?.querySelector("button[data-with-scripts]")
    ?.addEventListener("click", () => {
      const option = select.selectedOptions[0];
      if (!option?.value) return select.focus();
      write(parts, [...chosenIn(parts), ...codesIn(option.dataset.codes ?? option.value)]);
      select.value = "";
    });
  input.addEventListener("input", () => showNames(parts));
  showNames(parts);
}

function chosenIn({ input, whenEmpty }: Parts) {
  const typed = codesIn(input.value);
  return typed.length > 0 ? typed : whenEmpty;
}

/** The same as `parseCountryCodes`, which screens import: shared with them, it would be a second script file (docs/decisions/0134). */
function codesIn(text: string) {
  return [...new Set(text.toUpperCase().match(/[^\s,;]+/g))];
}

function write({ input }: Parts, codes: string[]) {
  input.value = [...new Set(codes)].join(", ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function showNames(parts: Parts) {
  const { select, names } = parts;
  const nameOf = new Map([...select.options].map(({ value, text }) => [value, text]));
  const chosen = chosenIn(parts).filter((code) => code.length === 2 && nameOf.has(code));
  names.replaceChildren(
    ...chosen.map((code) => {
      const item = document.createElement("li");
      item.append(removeButton(parts, code, nameOf.get(code) ?? code));
      return item;
    }),
  );
}

function removeButton(parts: Parts, code: string, name: string) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "min-h-11 cursor-pointer rounded-full border border-line px-3 py-1.5 hover:border-ink";
  const [told, cross] = [document.createElement("span"), document.createElement("span")];
  told.className = "sr-only";
  told.textContent = "Remove ";
  cross.setAttribute("aria-hidden", "true");
  cross.textContent = " ×";
  button.append(told, name, cross);
  button.addEventListener("click", () => {
    const others = chosenIn(parts).filter((other) => other !== code);
    const place = [...parts.names.children].findIndex((item) => item.contains(button));
    write(parts, others);
    const buttons = parts.names.querySelectorAll("button");
    (buttons[Math.min(place, buttons.length - 1)] ?? parts.input).focus();
  });
  return button;
}
