import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** Milliseconds before a skeleton replaces the page. Prefetched pages take less. */
const skeletonDelayMs = 200;

/** State of a link to a page that looks nearly like the one it is on. */
export interface StayingState {
  /** The path of the page that stays until the next one is there. */
  staysOn: string;
}

/** The page, with a progress line while the next one loads, and its skeleton if that takes long. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const isStaying = next?.pathname === pathname || (next?.state as Partial<StayingState> | null)?.staysOn === pathname;
  const StandIn = useStandIn(state === "loading" && !isStaying ? next.pathname : undefined);
  return (
    <>
      {state === "loading" && <div className="progress fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-spruce" />}
      {StandIn ? <StandIn /> : children}
    </>
  );
}

/** The skeleton for a path, loaded once the visitor has waited for a moment. */
function useStandIn(path: string | undefined) {
  const [slow, setSlow] = useState<{ path: string; StandIn: ComponentType | undefined }>();
  useEffect(() => {
    if (!path) return;
    let late = false;
    const timer = setTimeout(async () => {
      // Without a network, the previous page stays.
      const skeletons = navigator.onLine ? await import("./skeletons.tsx").catch(() => undefined) : undefined;
      if (!late) setSlow({ path, StandIn: skeletons?.skeletonFor(path) });
    }, skeletonDelayMs);
    return () => {
      late = true;
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [path]);
  return slow && slow.path === path ? slow.StandIn : undefined;
}
