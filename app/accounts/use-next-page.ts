import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { Origin } from "#web/origin.ts";

/** How long a success toast can be read before the next page opens. */
const delayMs = 1000;

/**
 * Opens the next page after a form succeeded.
 *
 * @param to undefined until then
 * @param email filled in there
 */
export function useNextPage(to: string | undefined, from?: Origin, email?: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!to) return;
    const state = (from && { from }) ?? (email && { email });
    // The back office is another app.
    const open = () => (to === "/owner" ? window.location.assign(to) : navigate(to, { state }));
    const timer = setTimeout(open, delayMs);
    return () => clearTimeout(timer);
  }, [to, from, email, navigate]);
}
