import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";
import { Loader } from "./loader.tsx";

const protectedPages = /^\/(profile|checkout|verify-email|order-confirmation\/.*)$/;

/** The page, with a thin line while the next one is on its way; a protected one shows a loader until it is known who asks. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location: next } = useNavigation();
  const leaving = state === "loading" && next.pathname !== pathname;
  if (leaving && protectedPages.test(next.pathname)) return <Loader />;
  return (
    <>
      {state === "loading" && <div className="progress fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-spruce" />}
      {children}
    </>
  );
}
