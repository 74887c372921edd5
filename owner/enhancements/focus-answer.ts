import { openAround } from "./open-around.ts";

/**
 * After a form was posted, its address leads to the answer; the setup guide's leads to a field. Where that can't have the focus, such as a moved row,
 * its first button gets it; without an answer to lead to, the heading does.
 */
export function focusAnswer() {
  if (location.hash === "" || document.activeElement !== document.body) return;
  const answer = document.querySelector<HTMLElement>(":target");
  openAround(answer);
  if (answer?.matches("[tabindex], :enabled:is(input, select, textarea)")) return answer.focus();
  const place = answer?.querySelector<HTMLElement>("button:enabled") ?? document.querySelector("h1");
  if (place?.tagName === "H1") place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}
