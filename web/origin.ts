import type { Location } from "react-router";

/** Where a shopper came from when they were asked to sign in or to verify their email: `order-` leads on to the order of that number. */
export type Origin = "cart" | "profile" | "orders" | `order-${string}`;

/**
 * The origin that a location carries: in its state on the browser's own navigations, in its query (`?from=`) where the
 * server redirected.
 */
export function readOrigin({ state, search }: Pick<Location, "state" | "search">): Origin | undefined {
  return parseOrigin(state?.from) ?? parseOrigin(new URLSearchParams(search).get("from"));
}

export function parseOrigin(value: unknown): Origin | undefined {
  const known = typeof value === "string" && /^(cart|profile|orders|order-[A-Z0-9]{10})$/.test(value);
  return known ? (value as Origin) : undefined;
}

/** Where a shopper continues after signing in: back to where they came from, but only with a verified email. */
export function destinationOf(emailVerified: boolean, from: Origin | undefined) {
  if (!emailVerified) return "/verify-email";
  if (from === "cart") return "/checkout";
  if (from?.startsWith("order-")) return `/order-confirmation/${from.slice("order-".length)}`;
  return from === "profile" || from === "orders" ? `/${from}` : "/";
}

/** The same for a redirect, which can't carry state. */
export function redirectTarget(emailVerified: boolean, from: Origin | undefined) {
  const path = destinationOf(emailVerified, from);
  return !emailVerified && from ? `${path}?from=${from}` : path;
}
