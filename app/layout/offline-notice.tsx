import { useEffect, useRef, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { isShownFromMemory, watchOutage } from "./outage-watch.ts";

/**
 * Says that the connection is gone, or that the shop shows an older page without its database, at the bottom of the screen until it is back; at the end
 * of the page it covers nothing.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => undefined,
  );
  const isOld = useSyncExternalStore(watchOutage, isShownFromMemory, () => false);
  useNewPageAfter(isOld);
  if (isOnline === undefined) return null;
  return (
    <div aria-live="polite" className="sticky bottom-(--above-bar,0) z-40 print:hidden">
      {(!isOnline || isOld) && (
        <p className="border-t border-line bg-raised px-4 py-2 text-center text-sm font-medium text-balance">
          {isOnline
            ? "We're having trouble, so prices and stock may be out of date. Your cart is saved on this device."
            : "You're offline. Your cart is saved on this device."}
        </p>
      )}
    </div>
  );
}

/** Loads the page's data again once an outage is over. */
function useNewPageAfter(isOld: boolean) {
  const { revalidate } = useRevalidator();
  const wasOld = useRef(false);
  useEffect(() => {
    if (wasOld.current && !isOld) revalidate();
    wasOld.current = isOld;
  }, [isOld, revalidate]);
}

function watchConnection(listener: () => void) {
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
