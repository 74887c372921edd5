import { showKeys } from "../finder/keys-dialog.ts";
import { areSingleKeysOn } from "../finder/single-keys.ts";

/**
 * J and K move the focus among the rows of a screen's lists, where Enter opens the row's link. On a record that was opened from a list they open the
 * next one and the one before. "?" lists all keys. Not while someone types.
 */
export function moveByKeys() {
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, isComposing, target } = event;
    if (ctrlKey || metaKey || altKey || isComposing || isTyping(target) || isCovered() || !areSingleKeysOn()) return;
    const key = event.key.toLowerCase();
    if (key === "j") move(1);
    else if (key === "k") move(-1);
    else if (key === "?") showKeys();
  });
}

/** Letters choose an option of a select, too. */
function isTyping(target: EventTarget | null) {
  const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  return target instanceof Element && target.closest(fields) !== null;
}

function isCovered() {
  return document.querySelector("dialog[open], [popover]:popover-open") !== null;
}

/** @param step 1 for the next one, -1 for the one before */
function move(step: 1 | -1) {
  const neighbors = document.querySelector("[data-neighbors]");
  if (neighbors) neighbors.querySelector<HTMLAnchorElement>(step === 1 ? "[rel=next]" : "[rel=prev]")?.click();
  else focusRow(step);
}

function focusRow(step: 1 | -1) {
  const rows = Array.from(document.querySelectorAll("main .rows tbody tr"));
  const links = rows.flatMap((row) => row.querySelector<HTMLAnchorElement>("a[href]") ?? []);
  const shown = links.filter((link) => link.checkVisibility());
  const focused = document.activeElement?.closest("tr");
  const place = focused ? shown.findIndex((link) => focused.contains(link)) : -1;
  shown[place + step]?.focus();
}
