import type { Location } from "react-router";

/** The page that asked a shopper to sign in or verify their email. `order-` is followed by an order number. */
export type Origin = "cart" | "profile" | "account" | "orders" | "invitation" | "owner" | `order-${string}`;

/**
 * Reads the origin of a location: from its state after client-side navigation, or from its query (`?from=`) after a redirect.
 */
export function readOrigin({ state, search }: Pick<Location, "state" | "search">): Origin | undefined {
  return parseOrigin(state?.from) ?? parseOrigin(new URLSearchParams(search).get("from"));
}

export function parseOrigin(value: unknown): Origin | undefined {
  const known =
    typeof value === "string" && /^(cart|profile|account|orders|invitation|owner|order-[A-Z0-9]{10})$/.test(value);
  return known ? (value as Origin) : undefined;
}

/** The target after signing in: the origin, if the email is verified. */
export function destinationOf(emailVerified: boolean, from: Origin | undefined) {
  if (!emailVerified) return "/verify-email";
  if (from === "cart") return "/checkout";
  if (from?.startsWith("order-")) return `/order-confirmation/${from.slice("order-".length)}`;
  if (from === "invitation") return "/staff-invitation";
  if (from === "owner") return "/owner";
  return from === "profile" || from === "account" || from === "orders" ? `/${from}` : "/";
}

/** The same for a redirect, which has no state. */
export function redirectTarget(emailVerified: boolean, from: Origin | undefined, { code }: LinkedCode = {}) {
  const path = destinationOf(emailVerified, from);
  return emailVerified ? path : withOrigin(path, from, { code });
}

/** The discount code of the link that was opened (`?code=SPRING10`). The next page's script keeps it. See docs/decisions/0277. */
export interface LinkedCode {
  code?: string | null | undefined;
}

/** Where a right password leads: to the second step, if the account has one. */
export function nextStep({ emailVerified, isPending }: { emailVerified: boolean; isPending: boolean }, from?: Origin) {
  return isPending ? withOrigin(secondStepPath, from) : redirectTarget(emailVerified, from);
}

const secondStepPath = "/sign-in/code";

/** The address of a page that sends the shopper back afterwards. */
export function withOrigin(path: string, from: Origin | undefined, { code }: LinkedCode = {}) {
  const query = new URLSearchParams({ ...(from && { from }), ...(code && { code }) }).toString();
  return query ? `${path}?${query}` : path;
}
