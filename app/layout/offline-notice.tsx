import { useSyncExternalStore } from "react";

/** Says that the connection is gone, at the bottom of the screen until it is back; at the end of the page it covers nothing. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => undefined,
  );
  if (isOnline === undefined) return null;
  return (
    <div aria-live="polite" className="sticky bottom-(--above-bar,0) z-40 print:hidden">
      {!isOnline && (
        <p className="border-t border-line bg-raised px-4 py-2 text-center text-sm font-medium">
          You're offline. Your cart is saved on this device.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void) {
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
