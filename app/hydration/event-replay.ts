/** Events on the window: React has hydrated the page, or a script for it failed to load. */
export const hydratedEvent = "hydrated";
export const hydrationFailedEvent = "hydration-failed";

/**
 * Milliseconds for which a link or form waits for the events recorded before it. A script that fails ends the wait immediately; this limit is for
 * scripts that never arrive on a stalled network.
 */
const holdTimeoutMs = 20_000;

/**
 * Event replay: records clicks on buttons, choices in menus and typed text before the page is hydrated, hides them from React, which may have
 * hydrated half of the page, and replays them in order once all of it is hydrated. Links and forms work without React. They only wait behind a
 * recorded click or choice, which leaving the page would lose, or if they behave differently on a hydrated page (`data-replay`); if scripts don't
 * arrive, they stop waiting. Waiting elements have `data-pending`. See docs/decisions/0072.
 *
 * Part of an inline script (`early-script.ts`). It sets `data-hydrated` on `<html>` at its end.
 */
export function replayEvents() {
  let recorded: { type: string; target: HTMLElement; replay: () => void }[] = [];
  const values = new Map<HTMLElement, string>();
  const recording = new AbortController();
  const { signal } = recording;
  let held: HTMLElement | undefined;
  let wouldBeLost = false;

  function recordClick(event: MouseEvent) {
    const target = (event.target as Element).closest<HTMLElement & Partial<HTMLButtonElement>>("a[href],button");
    // The browser runs commands itself, once their target exists.
    if (!target || target.commandForElement) return;
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
    setTimeout(stopWaiting, holdTimeoutMs);
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
    recorded = recorded.filter((other) => other.type !== type || other.target !== target);
    recorded.push({
      type,
      target,
      replay() {
        // React resets a text area to the server's text.
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

  function stopWaiting() {
    if (signal.aborted) return;
    stopRecording();
    held?.click();
  }

  async function replay() {
    stopRecording();
    for (const event of recorded) {
      event.replay();
      // React renders between two presses of a person, and so the second counts on from the first.
      await undefined;
    }
    document.documentElement.dataset.hydrated = "true";
  }

  const options = { capture: true, signal };
  addEventListener("click", recordClick, options);
  addEventListener("input", recordValue, options);
  addEventListener("change", recordValue, options);
  addEventListener(hydrationFailedEvent, stopWaiting, options);
  addEventListener(hydratedEvent, replay, options);
}
