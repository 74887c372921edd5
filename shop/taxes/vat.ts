import { shareCents } from "./share-cents.ts";

/** A rate in hundredths of a percent: 2500 is 25 %. */
export type BasisPoints = number;

/** "25%", "12.5%" */
export function formatRate(basisPoints: BasisPoints) {
  return `${basisPoints / 100}%`;
}

/** What an order has at one rate, VAT included. Whole cents; gross = net + VAT. */
export interface VatGroup {
  basisPoints: BasisPoints;
  grossCents: number;
  netCents: number;
  vatCents: number;
}

/** A line as VAT sees it. @property discountCents what of a discount falls on it */
export interface TaxedLine {
  basisPoints: BasisPoints;
  grossCents: number;
  discountCents?: number;
}

/** The VAT within an amount: gross × rate / (100 + rate), rounded half up to whole cents. */
export function vatWithin(grossCents: number, basisPoints: BasisPoints) {
  return Math.floor((2 * grossCents * basisPoints + 10_000 + basisPoints) / (2 * (10_000 + basisPoints)));
}

/**
 * VAT once per rate of a whole document, highest rate first: rounding line by line gives another sum in a third of mixed baskets
 * (EN 16931, BR-CO-17). Discounts come off before VAT. Delivery has the rates of the goods, in proportion to what they cost.
 */
export function vatByRate(lines: TaxedLine[], deliveryCents: number): VatGroup[] {
  const goods = new Map<BasisPoints, { fullCents: number; grossCents: number }>();
  for (const { basisPoints, grossCents, discountCents = 0 } of lines) {
    const group = goods.get(basisPoints) ?? { fullCents: 0, grossCents: 0 };
    group.fullCents += grossCents;
    group.grossCents += grossCents - discountCents;
    goods.set(basisPoints, group);
  }
  const groups = [...goods].sort(([one], [other]) => other - one);
  const delivery = shareCents(
    deliveryCents,
    groups.map(([, { fullCents }]) => fullCents),
  );
  return groups.map(([basisPoints, { grossCents }], index) =>
    toGroup(basisPoints, grossCents + (delivery[index] ?? 0)),
  );
}

function toGroup(basisPoints: BasisPoints, grossCents: number): VatGroup {
  const vatCents = vatWithin(grossCents, basisPoints);
  return { basisPoints, grossCents, netCents: grossCents - vatCents, vatCents };
}

/**
 * What of a document's groups a part of its amount is, such as a partial refund: in proportion to each rate's gross.
 *
 * @param grossCents at most what the groups add up to
 */
export function partOfGroups(groups: VatGroup[], grossCents: number): VatGroup[] {
  const shares = shareCents(
    grossCents,
    groups.map((group) => group.grossCents),
  );
  return groups.map(({ basisPoints }, index) => toGroup(basisPoints, shares[index] ?? 0));
}

/** The VAT of all rates together. */
export function vatCentsOf(groups: VatGroup[]) {
  return groups.reduce((sum, { vatCents }) => sum + vatCents, 0);
}
