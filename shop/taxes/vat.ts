import type { Formats } from "../values/locale.ts";
import { formatPercent } from "../values/written-numbers.ts";
import { shareCents } from "./share-cents.ts";

/** A rate in hundredths of a percent: 2500 is 25 %. */
export type BasisPoints = number;

/** "25%", "12.5%", "12,5 %" */
export function formatRate(basisPoints: BasisPoints, formats: Formats) {
  return formatPercent(basisPoints / 100, formats);
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
 * What the next part of a sale's amount is at each rate, such as a refund: in proportion to what earlier parts left there, or all at one rate. VAT
 * is rounded over all parts so far, not for each alone, so that the parts of a whole sale add up to its VAT.
 *
 * @param earlier the groups of earlier parts, in any order
 * @param grossCents at most what is left of the sale
 * @param onlyRate the rate of a returned item; it counts as long as enough is left there
 */
export function nextPart(
  sale: VatGroup[],
  earlier: VatGroup[],
  grossCents: number,
  onlyRate?: BasisPoints | null,
): VatGroup[] {
  const before = sale.map(({ basisPoints }) => sumAtRate(earlier, basisPoints));
  const left = sale.map((group, index) => group.grossCents - (before[index]?.grossCents ?? 0));
  const only = sale.findIndex((group, index) => group.basisPoints === onlyRate && (left[index] ?? 0) >= grossCents);
  const shares = only < 0 ? shareCents(grossCents, left) : left.map((_, index) => (index === only ? grossCents : 0));
  const parts = sale.map(({ basisPoints }, index) => {
    const { grossCents: creditedCents, vatCents: creditedVat } = before[index] ?? sumAtRate([], basisPoints);
    const share = shares[index] ?? 0;
    const vatCents = vatWithin(creditedCents + share, basisPoints) - creditedVat;
    return { basisPoints, grossCents: share, netCents: share - vatCents, vatCents };
  });
  return only < 0 ? parts : parts.slice(only, only + 1);
}

/** The VAT of several parts of a sale together. @param parts each with its own rate, if it has one */
export function nextParts(
  sale: VatGroup[],
  earlier: VatGroup[],
  [first, ...others]: { grossCents: number; onlyRate?: BasisPoints | null | undefined }[],
): VatGroup[] {
  const groups = first ? nextPart(sale, earlier, first.grossCents, first.onlyRate) : [];
  if (others.length === 0) return groups;
  const added = [...groups, ...nextParts(sale, [...earlier, ...groups], others)];
  return sale.flatMap(({ basisPoints }) => {
    const { grossCents, vatCents } = sumAtRate(added, basisPoints);
    const isMoved = added.some((group) => group.basisPoints === basisPoints);
    return isMoved ? [{ basisPoints, grossCents, netCents: grossCents - vatCents, vatCents }] : [];
  });
}

/** What groups add up to at one rate. */
export function sumAtRate(groups: VatGroup[], basisPoints: BasisPoints) {
  return groups.reduce(
    (sum, group) =>
      group.basisPoints === basisPoints
        ? { grossCents: sum.grossCents + group.grossCents, vatCents: sum.vatCents + group.vatCents }
        : sum,
    { grossCents: 0, vatCents: 0 },
  );
}

export type VatAmount = "grossCents" | "netCents" | "vatCents";

/** An amount of all rates together. */
export function sumGroups(groups: VatGroup[], amount: VatAmount) {
  return groups.reduce((sum, group) => sum + group[amount], 0);
}

/** The VAT of all rates together. */
export function vatCentsOf(groups: VatGroup[]) {
  return sumGroups(groups, "vatCents");
}
