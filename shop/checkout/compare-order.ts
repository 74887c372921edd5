import { type LineProblem, reconcileCart } from "../cart/compare-cart.ts";
import type { DiscountedLine } from "../discounts/discount.ts";
import { addUp, calculateSums, type OrderSums, type PricingTerms } from "../orders/sums.ts";
import type { TaxedPrice } from "../taxes/treatment.ts";
import { catalogCents, type OrderForm } from "./order-form.ts";

/** What a product costs and how many pieces there are of it. */
interface Pieces {
  quantity: number;
  /** Of one piece, in cents. */
  priceCents: number;
}

/** A line that costs something else than its customer saw, or can't be ordered as it is. */
export interface ChangedLine {
  id: string;
  seen: Pieces;
  /** null for none. */
  current: Pieces | null;
}

/** What products cost now where an order goes, by their ids; products that can't be ordered are missing. */
type Prices = ReadonlyMap<string, TaxedPrice>;

type CurrentLine = Pieces & DiscountedLine & Partial<TaxedPrice> & { id: string };

/** Posted lines as they cost now, or as they were seen if that isn't known. */
export function priceLines({ lines }: Pick<OrderForm, "lines">, prices: Prices): CurrentLine[] {
  return lines.map((line) => {
    const { id, quantity, priceCents } = line;
    return {
      id,
      quantity,
      ...(prices.get(id) ?? { priceCents, home: { priceCents: catalogCents(line), vatBasisPoints: null } }),
    };
  });
}

/** What can be ordered now, and how it differs from what the customer saw. */
export function compareOrder(
  { lines: posted }: Pick<OrderForm, "lines">,
  priced: CurrentLine[],
  { problems, prices, terms }: { problems: LineProblem[]; prices: Prices; terms: PricingTerms },
): { orderable: CurrentLine[]; current: OrderSums; changed: ChangedLine[] } {
  const orderable = reconcileCart(priced, problems).map((line) => ({ ...line, ...prices.get(line.id) }));
  const byId = new Map(orderable.map((line) => [line.id, line]));
  const changed = posted.flatMap(({ id, quantity, priceCents }): ChangedLine[] => {
    const line = byId.get(id);
    if (line?.quantity === quantity && line.priceCents === priceCents) return [];
    const current = line ? { quantity: line.quantity, priceCents: line.priceCents } : null;
    return [{ id, seen: { quantity, priceCents }, current }];
  });
  return { orderable, current: orderable.length > 0 ? calculateSums(orderable, terms) : addUp([], {}), changed };
}
