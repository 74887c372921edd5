import { element } from "./element.ts";
import { areSingleKeysOn, setSingleKeys } from "./single-keys.ts";

const keys: [keys: string[], what: string][] = [
  [["Ctrl+K", "⌘K"], "Find anything"],
  [["J"], "Next row of a list; on an order, the list's next order"],
  [["K"], "Previous row or order"],
  [["Enter"], "Open the row"],
  [["?"], "Show these keys"],
  [["Esc"], "Close"],
];

let dialog: HTMLDialogElement | undefined;

/** Lists the keys of the back office. Those that are single characters can be turned off (WCAG 2.2, 2.1.4). */
export function showKeys() {
  dialog ??= createDialog();
  dialog.showModal();
}

function createDialog() {
  const titleId = "keys-title";
  const dialog = element("dialog", { class: "question", "aria-labelledby": titleId });
  const rows = keys.flatMap(([names, what]) => [
    element("dt", { class: "flex gap-2" }, ...names.map((name) => element("kbd", { class: keyLook }, name))),
    element("dd", {}, what),
  ]);
  const isOn = element("input", { type: "checkbox", class: "mt-0.5 block size-5 shrink-0 accent-spruce" });
  isOn.checked = areSingleKeysOn();
  isOn.addEventListener("change", () => setSingleKeys(isOn.checked));
  const close = element("button", { type: "button", class: "button button-quiet" }, "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.append(
    element("h2", { id: titleId, class: "text-xl" }, "Keyboard shortcuts"),
    element("dl", { class: "mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2" }, ...rows),
    element("label", { class: "mt-5 mb-5 flex gap-3" }, isOn, element("span", {}, "Use J, K and ? in this browser")),
    close,
  );
  // The browser shows the page again without the dialog.
  addEventListener("pagehide", () => dialog.close());
  document.body.append(dialog);
  return dialog;
}

const keyLook = "rounded-md border border-field bg-raised px-2 py-0.5 text-sm whitespace-nowrap";
