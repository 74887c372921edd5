import { formatPrice } from "../money.ts";
import { type DeliveryTerms, deliveryCost } from "../orders/delivery.ts";
import { type CartLine, cartTotal } from "./cart-reducer.ts";
import { type LineProblem, reconcileCart } from "./compare-cart.ts";

/** How a cart differs from what can be ordered. Totals are in cents, delivery included. */
export interface CartDifference {
  changes: LineChange[];
  totalBefore: number;
  totalNow: number;
  /** Whether nothing but the cost of delivery differs. */
  isDeliveryAlone: boolean;
}

/** How a line, or what its delivery costs, differs from what can be ordered, in words. */
export interface LineChange {
  id: string;
  text: string;
  before: string;
  now: string;
}

/**
 * How a cart differs by its problems, in words and in sums.
 *
 * @param terms what delivery costs; undefined where they are the standard ones
 * @param seenCents what its delivery was seen to cost, where that was by other terms
 */
export function differenceOf(
  lines: CartLine[],
  problems: LineProblem[],
  terms?: DeliveryTerms,
  seenCents: number = deliveryCost(terms, cartTotal(lines)),
): CartDifference {
  const now = reconcileCart(lines, problems);
  const changes = describeChanges(lines, now, problems);
  const before = { changes, totalBefore: cartTotal(lines) + seenCents, isDeliveryAlone: problems.length === 0 };
  if (now.length === 0) return { ...before, totalNow: 0 };
  const costCents = deliveryCost(terms, cartTotal(now));
  if (costCents !== seenCents) changes.push(describeDelivery(seenCents, costCents));
  return { ...before, totalNow: cartTotal(now) + costCents };
}

function describeDelivery(seenCents: number, costCents: number): LineChange {
  const [before, now] = [deliveryPrice(seenCents), deliveryPrice(costCents)];
  const text = costCents === 0 ? "Shipping is free now." : `Shipping now costs ${now} instead of ${before}.`;
  // No product's id is empty.
  return { id: "", text, before, now };
}

function deliveryPrice(cents: number) {
  return cents > 0 ? formatPrice(cents) : "nothing";
}

/** What the shopper is told of each line that differs: why, and what it was and is. */
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
        now: after ? inPieces(after) : "Out of your cart",
      },
    ];
  });
}

function describeProblem(problem: LineProblem, line: CartLine) {
  switch (problem.kind) {
    case "gone":
      return `${line.title} is no longer sold.`;
    case "soldOut":
      return `${problem.title} is sold out.`;
    case "stock":
      return `Only ${problem.stock} of ${problem.title} left.`;
    case "price":
      return `${problem.title} now costs ${formatPrice(problem.priceCents)} instead of ${formatPrice(line.priceCents)}.${
        problem.stock < line.quantity ? ` Only ${problem.stock} left.` : ""
      }`;
  }
}

function inPieces({ quantity, priceCents }: CartLine) {
  return `${quantity} × ${formatPrice(priceCents)}`;
}
