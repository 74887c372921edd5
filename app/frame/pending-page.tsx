import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** Milliseconds that a page may take before a skeleton stands in for it. Prefetched pages are there sooner. */
const skeletonDelayMs = 200;

/** The page, with a thin line while the next one is on its way, and what stands in for that one when it takes long. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const StandIn = useStandIn(state === "loading" && next.pathname !== pathname ? next.pathname : undefined);
  return (
    <>
      {state === "loading" && <div className="progress fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-spruce" />}
      {StandIn ? <StandIn /> : children}
    </>
  );
}

/** What stands in for the page on a path, once a visitor has been waiting for longer than a moment. Its script comes then. */
function useStandIn(path: string | undefined) {
  const [slow, setSlow] = useState<{ path: string; StandIn: ComponentType | undefined }>();
  useEffect(() => {
    if (!path) return;
    let late = false;
    const timer = setTimeout(async () => {
      // Without a network, the page before is all that there is.
      const skeletons = navigator.onLine ? await import("./skeletons.tsx").catch(() => undefined) : undefined;
      if (!late) setSlow({ path, StandIn: skeletons?.standInFor(path) });
    }, skeletonDelayMs);
    return () => {
      late = true;
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [path]);
  return slow && slow.path === path ? slow.StandIn : undefined;
}
