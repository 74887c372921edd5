import { useEffect } from "react";
import { hydratedEvent } from "./event-replay.ts";

/** Announces that the page is hydrated, from its outermost component: when the effects of all others have run. */
export function useHydratedEvent() {
  // React handles no events while it runs effects.
  useEffect(() => queueMicrotask(() => dispatchEvent(new Event(hydratedEvent))), []);
}
