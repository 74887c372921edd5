import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** What stands in for slow pages; no page is slow before it has come. */
let skeletons: typeof import("./skeletons.tsx") | undefined;

/** Milliseconds that a page may take before a skeleton stands in for it. Prefetched pages are there sooner. */
const skeletonDelayMs = 200;

/** The page, with a thin line while the next one is on its way, and what stands in for that one when it takes long. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const leavingFor = state === "loading" && next.pathname !== pathname ? next.pathname : undefined;
  const slow = useSlow(leavingFor);
  const StandIn = slow && skeletons?.skeletonOf(slow);
  useEffect(() => {
    import("./skeletons.tsx").then(
      (loaded) => {
        skeletons = loaded;
      },
      // A lost network: slow pages then leave the one before them where it is.
      () => {},
    );
  }, []);
  return (
    <>
      {state === "loading" && <div className="progress fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-spruce" />}
      {StandIn ? <StandIn /> : children}
    </>
  );
}

/** The path that a visitor has been waiting for longer than a moment. */
function useSlow(path: string | undefined) {
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (!path) return;
    const timer = setTimeout(() => setSlow(path), skeletonDelayMs);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [path]);
  return slow === path ? slow : undefined;
}
