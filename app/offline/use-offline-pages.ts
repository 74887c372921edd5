import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { attempt, keptToken } from "../cart/cart-storage.ts";
import { useCart } from "../cart/cart-store.ts";
import { useShop } from "../page/use-shop.ts";
import { forgetPagesUnseen, startWorker } from "./start-worker.ts";

/**
 * Has the browser keep pages for someone who uses the cart or is signed in, as the list of what browsers keep says. After a sign-out, the customer's other
 * tabs ask for their data again, which leads from their own pages to the sign-in.
 */
export function useOfflinePages() {
  const { user } = useShop();
  const lines = useCart();
  const isSignedIn = user !== null;
  const wasSignedIn = useRef(isSignedIn);
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first change of the cart makes its token
  useEffect(() => {
    if (isSignedIn || attempt(keptToken)) startWorker();
  }, [isSignedIn, lines]);
  useEffect(() => {
    const hasSignedOut = wasSignedIn.current && !isSignedIn;
    wasSignedIn.current = isSignedIn;
    // Visitors have none: some browsers don't restore a page with an open channel by Back.
    if (!isSignedIn && !hasSignedOut) return;
    const otherTabs = new BroadcastChannel("sign-out");
    if (isSignedIn) otherTabs.onmessage = revalidate;
    else {
      forgetPagesUnseen();
      otherTabs.postMessage("");
    }
    return () => otherTabs.close();
  }, [isSignedIn, revalidate]);
}
