/** A price, and the former price that the owner claimed beside it, from a moment until the next entry's. Whole cents; milliseconds since 1970 (UTC). */
export interface PriceEntry {
  changedAt: number;
  priceCents: number;
  /** null without a claim */
  compareAtCents: number | null;
}

const thirtyDays = 30 * 24 * 60 * 60_000;

/**
 * The former price that a shop may show beside a product's price: the lowest of the 30 days before the reduction, and never more than the owner
 * claims. One reduction that follows another counts from the first (Directive 98/6/EC, article 6a, paragraphs 2 and 5; in Norway
 * prisopplysningsforskriften). Prices before the first entry are unknown, so they contradict no claim. See docs/decisions/0132.
 *
 * @param history every change of the price or the claim, the oldest first, the current one last
 * @returns whole cents above the current price; undefined without a claim, or if the history contradicts it
 */
export function formerPrice(history: PriceEntry[]): number | undefined {
  const current = history.at(-1);
  const claimed = current?.compareAtCents;
  if (!current || !claimed || claimed <= current.priceCents) return undefined;
  const allowed = Math.min(claimed, highestAllowed(history));
  return allowed > current.priceCents ? allowed : undefined;
}

/** The most that the history allows a shop to claim. */
function highestAllowed(history: PriceEntry[]) {
  const prices = history.filter(({ priceCents }, index) => priceCents !== history[index - 1]?.priceCents);
  // The claim beside a price is the last one while it applied.
  const claims = history.filter(({ priceCents }, index) => priceCents !== history[index + 1]?.priceCents);
  const first = firstOfReductions(prices, claims);
  const [recordedFrom] = prices;
  if (first !== undefined) return lowestBefore(prices, first);
  // The price never changed: it may have been reduced before the history began, unless that was 30 days before the claim.
  const isUnrecorded = prices.length === 1 && recordedFrom && claimedAt(history) - recordedFrom.changedAt < thirtyDays;
  return isUnrecorded ? Number.POSITIVE_INFINITY : 0;
}

/**
 * The index of the first of the announced reductions that led to the current price one after the other; undefined if it isn't a reduced one.
 *
 * @param claims by the same indexes
 */
function firstOfReductions(prices: PriceEntry[], claims: PriceEntry[]) {
  const last = prices.length - 1;
  const isReduced = (index: number) => (prices[index - 1]?.priceCents ?? 0) > (prices[index]?.priceCents ?? 0);
  const isAnnounced = (index: number) => (claims[index]?.compareAtCents ?? 0) > (claims[index]?.priceCents ?? 0);
  if (!isReduced(last)) return undefined;
  let first = last;
  while (isReduced(first - 1) && isAnnounced(first - 1)) first -= 1;
  return first;
}

/** The lowest price that applied in the 30 days before a price. */
function lowestBefore(prices: PriceEntry[], index: number) {
  const reducedAt = prices[index]?.changedAt ?? 0;
  const before = prices.slice(0, index);
  const applied = before.filter((_, each) => (prices[each + 1]?.changedAt ?? reducedAt) > reducedAt - thirtyDays);
  return Math.min(...(applied.length > 0 ? applied : before.slice(-1)).map(({ priceCents }) => priceCents));
}

/** When the owner began to claim the former price that they claim now. */
function claimedAt(history: PriceEntry[]) {
  const claimed = history.at(-1)?.compareAtCents;
  const other = history.findLastIndex(({ compareAtCents }) => compareAtCents !== claimed);
  return history[other + 1]?.changedAt ?? 0;
}

interface Discounted {
  priceCents: number;
  discountPercentage: number;
  formerCents?: number | null | undefined;
}

/** The discount that a product shows, in percent: what it costs less than formerly, rounded down, or else the catalog's own. */
export function shownDiscount({ priceCents, discountPercentage, formerCents }: Discounted) {
  return formerCents ? Math.floor((100 * (formerCents - priceCents)) / formerCents) : discountPercentage;
}
