/** What delivery costs, in cents. */
export interface DeliveryPrice {
  priceCents: number;
  /** The subtotal from which it is free; null if it never is. */
  freeFromCents: number | null;
}

/** How long delivery takes. */
export interface DeliveryTime {
  /** Days from the order to its arrival, at the latest. */
  days: number;
  /** The same at the earliest, where it is a range. */
  daysFrom?: number | undefined;
  /** Whether weekends and public holidays don't count. */
  skipsWeekends?: true | undefined;
}

/** What delivery costs and how long it takes, set by the shop's owner. */
export interface DeliveryTerms extends DeliveryPrice, DeliveryTime {
  /** Whether customers choose between several options, of which these are the default one's terms. */
  hasChoice?: boolean;
  /** The prices of the other options, as far as those cost anything. */
  otherPrices?: DeliveryPrice[];
  /** Whether customers collect their orders. */
  isPickup?: boolean;
}

/** Names what an arrival depends on. */
export function arrivalKey({ days, daysFrom, skipsWeekends }: DeliveryTime) {
  return `${daysFrom === undefined ? "" : `${daysFrom}-`}${days}${skipsWeekends ? "w" : ""}`;
}

/** The terms of a new shop: free, in three days. */
export const standardDelivery: DeliveryTerms = { priceCents: 0, freeFromCents: null, days: 3 };

/**
 * What delivering an order costs, in cents.
 *
 * @param terms undefined while the standard ones apply
 */
export function deliveryCost(terms: DeliveryPrice | undefined, subtotalCents: number) {
  if (!terms || (terms.freeFromCents !== null && subtotalCents >= terms.freeFromCents)) return 0;
  return terms.priceCents;
}

/** What delivery costs by the dearest option, in cents. @param terms undefined while the standard ones apply */
export function mostDeliveryCost(terms: DeliveryTerms | undefined, subtotalCents: number) {
  const others = terms?.otherPrices?.map((price) => deliveryCost(price, subtotalCents)) ?? [];
  return Math.max(deliveryCost(terms, subtotalCents), ...others);
}

/** The terms if they differ from the standard ones: only then do pages receive them. */
export function ownDelivery(terms: DeliveryTerms) {
  const { priceCents, hasChoice, isPickup } = terms;
  return priceCents > 0 || arrivalKey(terms) !== arrivalKey(standardDelivery) || hasChoice || isPickup
    ? terms
    : undefined;
}

/** Days in which an order may be sent back, until the owner sets others. */
export const standardReturnDays = 30;
