/** What delivery costs and how long it takes, as the shop's owner says. Amounts are in cents. */
export interface DeliveryTerms {
  priceCents: number;
  /** The subtotal from which it costs nothing; null where there is none. */
  freeFromCents: number | null;
  /** From the order to its arrival. */
  days: number;
}

/** The terms of a new shop: free, in three days. */
export const standardDelivery: DeliveryTerms = { priceCents: 0, freeFromCents: null, days: 3 };

/**
 * What the delivery of goods for so much costs, in cents. Whatever is shown, charged or paid back follows it.
 *
 * @param terms undefined where they are the standard ones
 */
export function deliveryCost(terms: DeliveryTerms | undefined, subtotalCents: number) {
  if (!terms || (terms.freeFromCents !== null && subtotalCents >= terms.freeFromCents)) return 0;
  return terms.priceCents;
}

/** The terms where they differ from the standard ones: only then are pages told of them. */
export function ownDelivery(terms: DeliveryTerms) {
  const { priceCents, days } = terms;
  return priceCents > 0 || days !== standardDelivery.days ? terms : undefined;
}
