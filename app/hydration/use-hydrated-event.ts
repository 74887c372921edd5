import { useEffect } from "react";
import { hydratedEvent } from "./event-replay.ts";

/** Announces that the page is hydrated. In the outermost component, it runs after all other effects. */
export function useHydratedEvent() {
  // React handles no events while it runs effects.
  useEffect(() => queueMicrotask(() => dispatchEvent(new Event(hydratedEvent))), []);
}
