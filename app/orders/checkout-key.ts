import { attempt, newUuid, readToken } from "../cart/cart-storage.ts";

const nameOf = (token: string) => `checkout-${token}`;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The key where local storage takes none. */
let unkeptKey: string | undefined;

/**
 * The once-only key of the purchase that is being made: the same for every try until an order is known to stand, whatever changes
 * meanwhile. So a purchase whose answer got lost isn't made twice, even after the page was loaded anew.
 */
export function keepCheckoutKey(): string {
  const kept = attempt(() => {
    const name = nameOf(readToken());
    const { key } = Object(JSON.parse(localStorage.getItem(name) ?? "null"));
    if (typeof key === "string" && uuid.test(key)) return key;
    const fresh = unkeptKey ?? newUuid();
    localStorage.setItem(name, JSON.stringify({ key: fresh }));
    return fresh;
  });
  unkeptKey = kept ? undefined : (unkeptKey ?? newUuid());
  return kept ?? (unkeptKey as string);
}

/** The key of the purchase that is being made, if there is one. */
export function currentCheckoutKey(): string | undefined {
  return attempt(() => Object(JSON.parse(localStorage.getItem(nameOf(readToken())) ?? "null")).key) ?? unkeptKey;
}

/** An order stands for the key: whatever is bought now is a new purchase. */
export function forgetCheckoutKey() {
  unkeptKey = undefined;
  attempt(() => localStorage.removeItem(nameOf(readToken())));
}
