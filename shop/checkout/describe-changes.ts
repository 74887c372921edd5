import type { CartLine } from "../cart/cart-reducer.ts";
import { type LineProblem, type PricedCartLine, reconcileCart } from "../cart/compare-cart.ts";
import type { DeliveryTerms } from "../delivery/delivery.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import { addUp, calculateSums } from "../orders/sums.ts";
import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import { fullTitle } from "../values/product-options.ts";
import type { OutdatedCart } from "./checkout-answer.ts";

/** How a cart differs from what can be ordered. Totals are in cents, delivery included. */
export interface CartDifference {
  changes: LineChange[];
  totalBefore: number;
  totalNow: number;
  /** Whether only the delivery cost differs. */
  isDeliveryAlone: boolean;
  /** Whether only the discount differs, and what follows from it. */
  isDiscountAlone: boolean;
}

/** A changed line, or the changed delivery cost, in words. */
export interface LineChange {
  id: string;
  text: string;
  /** The product's title in the text, with its options. */
  title?: string;
  before: string;
  now: string;
}

interface ShownPrices extends SeenPrices {
  formats: Formats;
}

/** What prices depend on now, and which the customer saw. */
export interface SeenPrices {
  /** The current terms; undefined while the standard ones apply. */
  delivery?: DeliveryTerms | undefined;
  /** The delivery cost that the customer saw, if it was by other terms. */
  seenDeliveryCents?: number | undefined;
  /** What the customer's code does now. */
  discount?: DiscountTerms | undefined;
  /** The discount that the customer saw, if it was by other terms. */
  seenDiscountCents?: number | undefined;
  /** What the server answered to an order. */
  answered?: Pick<OutdatedCart, "lines" | "sums"> | undefined;
}

/** A line with what sums depend on: its product's category, for discounts, and its price at the shop itself. */
type PricedLine = CartLine & Partial<PricedCartLine>;

/** How a cart differs from what can be ordered, in words and in sums. */
export function differenceOf(
  lines: PricedLine[],
  problems: LineProblem[],
  { formats, delivery, seenDeliveryCents, discount, seenDiscountCents, answered = {} }: ShownPrices,
): CartDifference {
  const unchanged = calculateSums(lines, { delivery, discount });
  const seen = addUp(lines, {
    deliveryCents: seenDeliveryCents ?? unchanged.deliveryCents,
    discountCents: seenDiscountCents ?? unchanged.discountCents,
  });
  const isOtherDiscount = unchanged.discountCents !== seen.discountCents;
  const reconciled = atAnsweredPrices(reconcileCart(lines, problems), answered.lines);
  const changes = [
    ...describeChanges(lines, reconciled, problems, formats),
    ...describeDestination(lines, reconciled, problems, formats),
  ];
  const isAlone = changes.length === 0;
  const difference = {
    changes,
    totalBefore: seen.totalCents,
    isDeliveryAlone: isAlone && !isOtherDiscount,
    isDiscountAlone: isAlone && isOtherDiscount,
  };
  if (reconciled.length === 0) return { ...difference, totalNow: 0 };
  const current = answered.sums?.current ?? calculateSums(reconciled, { delivery, discount });
  const { deliveryCents, discountCents, totalCents } = current;
  if (isOtherDiscount) changes.push(describeDiscountChange(seen.discountCents, discountCents, formats));
  if (deliveryCents !== seen.deliveryCents) changes.push(describeDelivery(seen.deliveryCents, deliveryCents, formats));
  return { ...difference, totalNow: totalCents };
}

/** Lines as they cost where the order goes. */
function atAnsweredPrices(lines: PricedLine[], changed: OutdatedCart["lines"] = []) {
  return lines.map((line): PricedLine => {
    const { current } = changed.find(({ id }) => id === line.id) ?? {};
    return current ? { ...line, priceCents: current.priceCents } : line;
  });
}

/** Lines that cost something else although the catalog has the same price: their destination's VAT has changed, or whether prices follow it. */
function describeDestination(
  lines: CartLine[],
  reconciled: CartLine[],
  problems: LineProblem[],
  formats: Formats,
): LineChange[] {
  return reconciled.flatMap((after) => {
    const line = lines.find(({ id }) => id === after.id);
    if (!line || line.priceCents === after.priceCents || problems.some(({ id }) => id === line.id)) return [];
    const [was, is] = [line, after].map(({ priceCents }) => formatPrice(priceCents, formats));
    const { id, title } = line;
    const text = `${title} is now ${is} (was ${was}).`;
    return [{ id, title, text, before: inPieces(line, formats), now: inPieces(after, formats) }];
  });
}

function describeDiscountChange(seenCents: number, cents: number, formats: Formats): LineChange {
  const [before, now] = [formatPrice(seenCents, formats), formatPrice(cents, formats)];
  // No product's id has a space.
  return { id: " ", text: `Your discount is now ${now} (was ${before}).`, before, now };
}

function describeDelivery(seenCents: number, costCents: number, formats: Formats): LineChange {
  const [before, now] = [deliveryPrice(seenCents, formats), deliveryPrice(costCents, formats)];
  const text = costCents === 0 ? "Shipping is now free." : `Shipping is now ${now} (was ${before}).`;
  // No product's id is empty.
  return { id: "", text, before, now };
}

function deliveryPrice(cents: number, formats: Formats) {
  return cents > 0 ? formatPrice(cents, formats) : "free";
}

/** For each line that differs: why, and its quantity and price before and now. */
function describeChanges(
  lines: CartLine[],
  reconciled: CartLine[],
  problems: LineProblem[],
  formats: Formats,
): LineChange[] {
  return problems.flatMap((problem) => {
    const { id } = problem;
    const line = lines.find((candidate) => candidate.id === id);
    if (!line) return [];
    const after = reconciled.find((candidate) => candidate.id === id);
    const title = problem.kind === "gone" ? line.title : fullTitle(problem);
    return [
      {
        ...{ id, title },
        text: describeProblem(problem, title, { line, after }, formats),
        before: inPieces(line, formats),
        now: after ? inPieces(after, formats) : "Not available",
      },
    ];
  });
}

interface ChangedLine {
  line: CartLine;
  /** As it can be ordered. */
  after: CartLine | undefined;
}

function describeProblem(problem: LineProblem, title: string, { line, after }: ChangedLine, formats: Formats) {
  switch (problem.kind) {
    case "gone":
      return `${title} is no longer available.`;
    case "soldOut":
      return `${title} is out of stock.`;
    case "stock":
      return `${title}: only ${problem.stock} left.`;
    case "price":
      return `${title} is now ${formatPrice(after?.priceCents ?? problem.priceCents, formats)} (was ${formatPrice(line.priceCents, formats)}).${
        problem.stock < line.quantity ? ` Only ${problem.stock} left.` : ""
      }`;
  }
}

function inPieces({ quantity, priceCents }: CartLine, formats: Formats) {
  return `${quantity} × ${formatPrice(priceCents, formats)}`;
}
