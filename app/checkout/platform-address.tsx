import { Suspense, useEffect, useState } from "react";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";
import { readPlatformCheckout } from "./kept-platform-checkout.ts";
import type { Checkout } from "./use-checkout.ts";

const AskedAddressNote = lazyWithRetry(() => import("./asked-address-note.tsx"), "AskedAddressNote");

/** Where a platform asked to send the order. Its script loads only for buyers who came from one. */
export function PlatformAddress({ checkout: { lines = [], options } }: { checkout: Checkout }) {
  const [link, setLink] = useState<string>();
  useEffect(() => setLink(readPlatformCheckout()?.link), []);
  if (link === undefined || options?.option.isPickup) return null;
  return (
    <Suspense>
      <AskedAddressNote link={link} lines={lines} />
    </Suspense>
  );
}
