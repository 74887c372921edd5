import { attempt, keptToken, newUuid, readToken } from "../cart/cart-storage.ts";

const nameOf = (token: string) => `checkout-${token}`;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Used while local storage can't be written. */
let unkeptKey: string | undefined;

/**
 * The idempotency key of the current purchase: the same for every attempt until an order is confirmed, also after a reload. So a
 * purchase whose answer got lost isn't made twice. See docs/decisions/0006.
 */
export function keepIdempotencyKey(): string {
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

/** The key of the current purchase, if there is one. */
export function currentIdempotencyKey(): string | undefined {
  return attempt(() => Object(JSON.parse(localStorage.getItem(nameOf(keptToken())) ?? "null")).key) ?? unkeptKey;
}

/** Ends the current purchase: the next one gets a new key. */
export function forgetIdempotencyKey() {
  unkeptKey = undefined;
  attempt(() => localStorage.removeItem(nameOf(keptToken())));
}
