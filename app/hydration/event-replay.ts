/** What the window is told once React has hydrated the page, and when a script that it needs for that can't be had. */
export const hydratedEvent = "hydrated";
export const hydrationFailedEvent = "hydration-failed";

/**
 * Milliseconds for which a link or a form waits for the events that were recorded before it. Scripts that fail end the wait at once; this is for
 * those that never come, as when the network stalls, where the next page wouldn't come either.
 */
const holdTimeoutMs = 20_000;

/**
 * Event replay: buttons that are pressed, menus that are chosen from and fields that are typed in before the page is hydrated are recorded,
 * kept from React, which may have hydrated half of the page, and replayed in their order once it has hydrated all of it. Links and forms
 * work without React. Only behind a recorded press or choice, which leaving the page would lose, they wait and are replayed too; if scripts don't
 * come, they stop waiting. So do links whose press means something else on a hydrated page (`data-replay`). What waits says so (`data-pending`).
 *
 * Part of an inline script (`early-script.ts`). Once nothing is left to be replayed, it sets `data-hydrated` on `<html>`.
 */
export function replayEvents() {
  const recorded: { type: string; target: HTMLElement; replay: () => void }[] = [];
  const values = new Map<HTMLElement, string>();
  const recording = new AbortController();
  const { signal } = recording;
  let held: HTMLElement | undefined;
  let wouldBeLost = false;

  function recordClick(event: MouseEvent) {
    const target = (event.target as Element).closest<HTMLAnchorElement | HTMLButtonElement>("a[href],button");
    // What a command does, the browser does by itself, as soon as there is what it is for.
    if (!target || ("commandForElement" in target && target.commandForElement)) return;
    const leaves = "href" in target || (target.type === "submit" && target.form);
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (leaves && (elsewhere || !(wouldBeLost || target.dataset.replay))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wouldBeLost = true;
    target.dataset.pending = "";
    recorded.push({ type: "click", target, replay: () => target.click() });
    if (!leaves) return;
    held = target;
    setTimeout(giveUp, holdTimeoutMs);
  }

  function recordValue(event: Event) {
    const target = event.target as HTMLInputElement;
    const { type } = event;
    event.stopImmediatePropagation();
    if (target.tagName === "SELECT") {
      wouldBeLost = true;
      target.dataset.pending = "";
    }
    values.set(target, target.value);
    const before = recorded.findIndex((other) => other.type === type && other.target === target);
    if (before >= 0) recorded.splice(before, 1);
    recorded.push({
      type,
      target,
      replay() {
        // React sets a text area back to what the server had in it.
        const value = values.get(target) ?? "";
        if (target.value !== value) target.value = value;
        target.dispatchEvent(new Event(type, { bubbles: true }));
      },
    });
  }

  function stopRecording() {
    recording.abort();
    for (const { target } of recorded) delete target.dataset.pending;
  }

  function giveUp() {
    if (signal.aborted) return;
    stopRecording();
    held?.click();
  }

  function replay() {
    stopRecording();
    for (const event of recorded) event.replay();
    document.documentElement.dataset.hydrated = "true";
  }

  const options = { capture: true, signal };
  addEventListener("click", recordClick, options);
  addEventListener("input", recordValue, options);
  addEventListener("change", recordValue, options);
  addEventListener(hydrationFailedEvent, giveUp, options);
  addEventListener(hydratedEvent, replay, options);
}
