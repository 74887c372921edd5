import { useEffect, useRef } from "react";
import { attempt, keptToken } from "../cart/cart-storage.ts";
import { useCart } from "../cart/cart-store.ts";
import { useShop } from "../page/use-shop.ts";
import { forgetPagesUnseen, startWorker } from "./start-worker.ts";

/** Has the browser keep pages for someone who uses the cart or is signed in, as the list of what browsers keep says. */
export function useOfflinePages() {
  const { user } = useShop();
  const lines = useCart();
  const isSignedIn = user !== null;
  const wasSignedIn = useRef(isSignedIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first change of the cart makes its token
  useEffect(() => {
    if (isSignedIn || attempt(keptToken)) startWorker();
  }, [isSignedIn, lines]);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) forgetPagesUnseen();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
}
