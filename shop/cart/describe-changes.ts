import { formatPrice } from "../money.ts";
import type { DeliveryTerms } from "../orders/delivery.ts";
import { addUp, calculateSums } from "../orders/sums.ts";
import type { CartLine } from "./cart-reducer.ts";
import { type LineProblem, reconcileCart } from "./compare-cart.ts";

/** How a cart differs from what can be ordered. Totals are in cents, delivery included. */
export interface CartDifference {
  changes: LineChange[];
  totalBefore: number;
  totalNow: number;
  /** Whether only the delivery cost differs. */
  isDeliveryAlone: boolean;
}

/** A changed line, or the changed delivery cost, in words. */
export interface LineChange {
  id: string;
  text: string;
  before: string;
  now: string;
}

/**
 * How a cart differs from what can be ordered, in words and in sums.
 *
 * @param delivery the current terms; undefined while the standard ones apply
 * @param seenDeliveryCents the delivery cost that the customer saw, if it was by other terms
 */
export function differenceOf(
  lines: CartLine[],
  problems: LineProblem[],
  delivery?: DeliveryTerms,
  seenDeliveryCents?: number,
): CartDifference {
  const seen =
    seenDeliveryCents === undefined
      ? calculateSums(lines, { delivery })
      : addUp(lines, { deliveryCents: seenDeliveryCents });
  const reconciled = reconcileCart(lines, problems);
  const changes = describeChanges(lines, reconciled, problems);
  const difference = { changes, totalBefore: seen.totalCents, isDeliveryAlone: problems.length === 0 };
  if (reconciled.length === 0) return { ...difference, totalNow: 0 };
  const { deliveryCents, totalCents } = calculateSums(reconciled, { delivery });
  if (deliveryCents !== seen.deliveryCents) changes.push(describeDelivery(seen.deliveryCents, deliveryCents));
  return { ...difference, totalNow: totalCents };
}

function describeDelivery(seenCents: number, costCents: number): LineChange {
  const [before, now] = [deliveryPrice(seenCents), deliveryPrice(costCents)];
  const text = costCents === 0 ? "Shipping is now free." : `Shipping is now ${now} (was ${before}).`;
  // No product's id is empty.
  return { id: "", text, before, now };
}

function deliveryPrice(cents: number) {
  return cents > 0 ? formatPrice(cents) : "free";
}

/** For each line that differs: why, and its quantity and price before and now. */
function describeChanges(lines: CartLine[], reconciled: CartLine[], problems: LineProblem[]): LineChange[] {
  return problems.flatMap((problem) => {
    const { id } = problem;
    const line = lines.find((candidate) => candidate.id === id);
    if (!line) return [];
    const after = reconciled.find((candidate) => candidate.id === id);
    return [
      {
        id,
        text: describeProblem(problem, line),
        before: inPieces(line),
        now: after ? inPieces(after) : "Not available",
      },
    ];
  });
}

function describeProblem(problem: LineProblem, line: CartLine) {
  switch (problem.kind) {
    case "gone":
      return `${line.title} is no longer available.`;
    case "soldOut":
      return `${problem.title} is out of stock.`;
    case "stock":
      return `${problem.title}: only ${problem.stock} left.`;
    case "price":
      return `${problem.title} is now ${formatPrice(problem.priceCents)} (was ${formatPrice(line.priceCents)}).${
        problem.stock < line.quantity ? ` Only ${problem.stock} left.` : ""
      }`;
  }
}

function inPieces({ quantity, priceCents }: CartLine) {
  return `${quantity} × ${formatPrice(priceCents)}`;
}
