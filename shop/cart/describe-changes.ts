import { formatPrice } from "../money.ts";
import { type CartLine, cartTotal } from "./cart-reducer.ts";
import { type LineProblem, reconcileCart } from "./compare-cart.ts";

/** How a cart differs from what can be ordered. Totals are in cents. */
export interface CartDifference {
  changes: LineChange[];
  totalBefore: number;
  totalNow: number;
}

/** How a line differs from what can be ordered, in words. */
export interface LineChange {
  id: string;
  text: string;
  before: string;
  now: string;
}

/** How a cart differs by its problems, in words and in sums. */
export function differenceOf(lines: CartLine[], problems: LineProblem[]): CartDifference {
  const now = reconcileCart(lines, problems);
  return { changes: describeChanges(lines, now, problems), totalBefore: cartTotal(lines), totalNow: cartTotal(now) };
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
