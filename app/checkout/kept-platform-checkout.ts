import { attempt, keptToken, readToken } from "../cart/cart-storage.ts";

const nameOf = (token: string) => `platformCheckout-${token}`;

/** The checkout of a platform whose items the buyer has taken. */
interface KeptCheckout {
  /** The last part of the link that led to it. */
  link: string;
  /** The delivery option and the pickup place that were chosen there. */
  delivery?: number | undefined;
  pickupPlace?: number | undefined;
}

/** Keeps it until the purchase is made, in every tab: its buyer may have to confirm an email first. @param checkout undefined to forget it */
export function keepPlatformCheckout(checkout: KeptCheckout | undefined) {
  attempt(() => {
    if (checkout) localStorage.setItem(nameOf(readToken()), JSON.stringify(checkout));
    else localStorage.removeItem(nameOf(keptToken()));
  });
}

export function readPlatformCheckout(): KeptCheckout | undefined {
  return attempt(() => {
    const { link, delivery, pickupPlace } = Object(JSON.parse(localStorage.getItem(nameOf(keptToken())) ?? "null"));
    if (typeof link !== "string") return undefined;
    const idOf = (kept: unknown) => (Number.isSafeInteger(kept) ? Number(kept) : undefined);
    return { link, delivery: idOf(delivery), pickupPlace: idOf(pickupPlace) };
  });
}
