import { shareCents } from "../taxes/share-cents.ts";

/** What a code can do, with the names that owners read. */
export const discountKinds = { percent: "Percent", amount: "Amount", freeDelivery: "Free delivery" } as const;

/** What a discount code does. Amounts are whole cents, percentages hundredths of a percent. */
export interface DiscountTerms {
  code: string;
  kind: keyof typeof discountKinds;
  /** Basis points or cents; 0 for free delivery. */
  value: number;
  /** The subtotal that an order needs at least. */
  minimumCents: number;
  /** The only category that it is for. */
  category: string | null;
  /** Those in it, for which it is too. */
  subcategories?: string[];
}

/** A line as discounts see it. */
export interface DiscountedLine {
  priceCents: number;
  quantity: number;
  category?: string | undefined;
  /** Its price at the shop itself, where its destination has another one. */
  home?: { priceCents: number } | undefined;
}

/**
 * What comes off each line, in whole cents that are at most its price: a percentage is rounded once for the whole order and divided by
 * largest remainder, so that it never depends on the order of lines. A fixed amount is taken off what the customer pays, wherever the order goes: docs/decisions/0317.
 *
 * @returns nothing comes off where the minimum isn't reached
 */
export function discountLines(lines: DiscountedLine[], terms: DiscountTerms | undefined): number[] {
  if (!terms || terms.kind === "freeDelivery" || missingCents(lines, terms) > 0) return lines.map(() => 0);
  const eligible = lines.map((line) => (isEligible(line, terms) ? line.priceCents * line.quantity : 0));
  const sum = eligible.reduce((total, cents) => total + cents, 0);
  if (sum === 0) return lines.map(() => 0);
  const wanted = terms.kind === "percent" ? Math.round((sum * terms.value) / 10_000) : terms.value;
  return shareCents(Math.min(wanted, sum), eligible);
}

/** How much more has to be in the cart before a code can be used. Prices count as pages show them, or as their destination has them if that is more. */
export function missingCents(lines: DiscountedLine[], { minimumCents }: Pick<DiscountTerms, "minimumCents">) {
  const sumOf = (prices: DiscountedLine[]) =>
    prices.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  return Math.max(0, minimumCents - Math.max(sumOf(lines), sumOf(atHome(lines))));
}

/** Lines at the shop's own prices. */
export function atHome<Line extends DiscountedLine>(lines: Line[]): Line[] {
  return lines.map(({ home, ...line }) => ({ ...line, ...home }) as Line);
}

/** Whether a code makes delivery of these lines free. */
export function makesDeliveryFree(lines: DiscountedLine[], terms: DiscountTerms | undefined) {
  return terms?.kind === "freeDelivery" && missingCents(lines, terms) === 0 && hasEligible(lines, terms);
}

/** Whether a code is for any of these lines. */
export function hasEligible(lines: DiscountedLine[], terms: DiscountTerms) {
  return lines.some((line) => isEligible(line, terms));
}

function isEligible({ category }: DiscountedLine, terms: DiscountTerms) {
  if (terms.category === null || terms.category === category) return true;
  return category !== undefined && terms.subcategories?.includes(category) === true;
}
