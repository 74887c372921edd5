import { shareCents } from "./share-cents.ts";
import { type VatGroup, vatByRate } from "./vat.ts";

/** A line of an order as VAT sees it. @property discountCents what of the order's discount falls on it; without it, its share */
export interface VatLine {
  priceCents: number;
  quantity: number;
  /** The rate of the order's day in hundredths of a percent; null while the seller isn't registered for VAT. */
  vatBasisPoints?: number | null;
  discountCents?: number;
}

/** What an order is charged and spared besides its lines, in cents. */
interface Adjustments {
  discountCents: number;
  deliveryCents: number;
}

/** An order's VAT by rate, the highest first; none if it was placed while the seller wasn't registered. See docs/decisions/0126. */
export function orderVat(lines: VatLine[], { discountCents, deliveryCents }: Adjustments): VatGroup[] {
  const gross = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const shares = shareCents(discountCents, gross);
  const taxed = lines.flatMap(({ vatBasisPoints, discountCents }, index) => {
    if (vatBasisPoints === null || vatBasisPoints === undefined) return [];
    return {
      basisPoints: vatBasisPoints,
      grossCents: gross[index] ?? 0,
      discountCents: discountCents ?? shares[index] ?? 0,
    };
  });
  return taxed.length === 0 ? [] : vatByRate(taxed, deliveryCents);
}
