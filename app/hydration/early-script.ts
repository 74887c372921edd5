import { useEffect } from "react";
import { holdTimeoutMs, hydratedEvent, hydrationFailedEvent, replayEvents } from "./event-replay.ts";
import { deferredScriptsId, paintTimeoutMs, startHydrationWhenPainted } from "./start-hydration.ts";

/** What runs before anything else of a page; the server alone knows its text. Event replay keeps events from listeners that come after it. */
export const earlyScript = import.meta.env.SSR
  ? [
      callInline(startHydrationWhenPainted, { deferredScriptsId, hydrationFailedEvent, paintTimeoutMs }),
      callInline(replayEvents, { hydratedEvent, hydrationFailedEvent, holdTimeoutMs }),
    ].join(";")
  : "";

/** Announces that the page is hydrated, from its outermost component: when the effects of all others have run. */
export function useHydratedEvent() {
  // React handles no events while it runs effects.
  useEffect(() => queueMicrotask(() => dispatchEvent(new Event(hydratedEvent))), []);
}

function callInline<Given>(run: (given: Given) => void, given: Given) {
  return `(${run})(${JSON.stringify(given)})`;
}
