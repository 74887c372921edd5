import { useEffect, useMemo } from "react";
import { attempt } from "../cart/cart-storage.ts";

/** What this tab keeps of a checkout that isn't finished: a reload, and a phone that drops the tab, lose nothing. See docs/decisions/0409. */
export interface KeptCheckout {
  /** Whose it is, as the shop names customers; undefined for a visitor. */
  buyer?: string | undefined;
  /** What was typed and chosen, by field. A box that isn't ticked is "". */
  typed: Record<string, string>;
  /** The email that a visitor's code was sent to, and when, in milliseconds since 1970. */
  code?: { sentTo: string; sentAt: number } | undefined;
}

const name = "checkoutForm";
const nothingKept: KeptCheckout = { typed: {} };

/** What is kept for this buyer. @param isHydrated whether the page may differ from the server's */
export function useKeptCheckout(buyer: string | undefined, isHydrated: boolean) {
  useEffect(() => claimKeptCheckout(buyer), [buyer]);
  return useMemo(() => (isHydrated ? readKeptCheckout(buyer) : nothingKept), [buyer, isHydrated]);
}

/** Keeps what one field says. */
export function keepField(buyer: string | undefined, field: string, value: string) {
  const { typed } = readKeptCheckout(buyer);
  keepCheckout(buyer, { typed: { ...typed, [field]: value } });
}

/** Keeps a part of the checkout, in place of what another customer left here. */
export function keepCheckout(buyer: string | undefined, change: Partial<KeptCheckout>) {
  const kept = { ...readKeptCheckout(buyer), ...change, buyer };
  attempt(() => sessionStorage.setItem(name, JSON.stringify(kept)));
}

export function forgetKeptCheckout() {
  attempt(() => sessionStorage.removeItem(name));
}

/** Makes what a visitor typed the customer's who they turned out to be, and forgets what another customer left here. */
function claimKeptCheckout(buyer: string | undefined) {
  const kept = readAny();
  if (!kept) return;
  if (isOthers(kept, buyer)) return forgetKeptCheckout();
  if (buyer === undefined || kept.buyer === buyer) return;
  const { email: _, ...typed } = kept.typed;
  keepCheckout(buyer, { typed, code: undefined });
}

function readKeptCheckout(buyer: string | undefined): KeptCheckout {
  const kept = readAny();
  return !kept || isOthers(kept, buyer) ? nothingKept : kept;
}

function isOthers(kept: KeptCheckout, buyer: string | undefined) {
  return kept.buyer !== undefined && kept.buyer !== buyer;
}

function readAny() {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null") as KeptCheckout | null);
  // Another version of the shop may have kept it.
  return kept && Object(kept.typed) === kept.typed ? kept : undefined;
}
