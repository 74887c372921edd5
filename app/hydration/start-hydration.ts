import { hydrationFailedEvent } from "./event-replay.ts";
import { hydratePage } from "./hydrate-page.ts";

/** Milliseconds after which a page is hydrated even if its first pictures aren't painted yet. */
const paintTimeoutMs = 3000;

/** The id of the element with what `hydratePage` needs. */
export const hydrationDataId = "hydration-data";

/**
 * Shows a page before hydrating it: loads its scripts once the first pictures are painted or the visitor does something, so that they don't
 * compete for a slow network and processor. See docs/decisions/0073.
 *
 * Part of an inline script (`early-script.ts`).
 */
export function startHydrationWhenPainted() {
  let wanted = false;
  let started = false;

  function start() {
    wanted = true;
    // While the page is being parsed, the data may be missing or incomplete.
    if (started || document.readyState === "loading") return;
    const data = document.getElementById(hydrationDataId)?.textContent;
    if (!data) return;
    started = true;
    hydratePage(data).catch(() => dispatchEvent(new Event(hydrationFailedEvent)));
  }

  function startWhenPainted() {
    if (wanted || document.hidden) return start();
    const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
    Promise.allSettled(Array.from(first, (picture) => picture.decode())).then(() => {
      // The observer runs just before a frame is painted and the message arrives after it, even if a test has stopped the page's clock.
      const frames = new IntersectionObserver(() => {
        frames.disconnect();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = start;
        port2.postMessage(undefined);
      });
      frames.observe(document.body);
    });
    setTimeout(start, paintTimeoutMs);
  }

  for (const type of ["pointerdown", "keydown", "click", "input", "change"]) addEventListener(type, start, true);
  addEventListener("visibilitychange", () => document.hidden && start());
  addEventListener("DOMContentLoaded", startWhenPainted);
}
