import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Loader } from "../components/loader.tsx";
import { CheckoutSkeleton, ListSkeleton, ProductSkeleton, ReceiptSkeleton } from "./skeletons.tsx";

/** What stands in for a page that takes longer than a moment. Other pages leave the one before them where it is. */
const standIns = [
  [/^\/products$/, ListSkeleton],
  [/^\/products\/[^/]+$/, ProductSkeleton],
  [/^\/checkout$/, CheckoutSkeleton],
  [/^\/order-confirmation\/.*$/, ReceiptSkeleton],
  [/^\/(profile|verify-email)$/, Loader],
] as const;

/** Milliseconds that a page may take before a skeleton stands in for it. Prefetched pages are there sooner. */
const skeletonDelayMs = 200;

/** The page, with a thin line while the next one is on its way, and what stands in for that one when it takes long. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const leavingFor = state === "loading" && next.pathname !== pathname ? next.pathname : undefined;
  const slow = useSlow(leavingFor);
  const [, StandIn] = (slow && standIns.find(([paths]) => paths.test(slow))) || [];
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
