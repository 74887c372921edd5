import { useEffect } from "react";

/** What a page says to itself once React has taken it over. */
export const aliveEvent = "torg:alive";

/** Says, as the last of a page's parts, that it is alive. */
export function useSayAlive() {
  useEffect(() => {
    dispatchEvent(new Event(aliveEvent));
  }, []);
}
