import type { CartLine } from "../cart/cart-reducer.ts";
import { formatPrice } from "../money.ts";

/** Why a line of a cart can't be ordered as it is. `stock` is how many pieces are left. */
export type LineProblem =
  | { kind: "gone"; id: string }
  | { kind: "soldOut"; id: string; title: string }
  | { kind: "price" | "stock"; id: string; title: string; priceCents: number; stock: number };

/** The cart as it can be ordered: without what is gone, at today's prices, with no more pieces than there are. */
export function reconcileCart(lines: CartLine[], problems: LineProblem[]): CartLine[] {
  return lines.flatMap((line) => {
    const problem = problems.find(({ id }) => id === line.id);
    if (!problem) return [line];
    if (problem.kind === "gone" || problem.kind === "soldOut") return [];
    const { priceCents, stock, title } = problem;
    return [{ ...line, title, priceCents, quantity: Math.min(line.quantity, stock) }];
  });
}

/** What the shopper is told of a line, before the cart is reconciled. */
export function describeProblem(problem: LineProblem, line: CartLine) {
  switch (problem.kind) {
    case "gone":
      return `${line.title} is no longer sold and has been taken out of your cart.`;
    case "soldOut":
      return `${problem.title} is sold out and has been taken out of your cart.`;
    case "stock":
      return `Only ${problem.stock} of ${problem.title} left: your cart now holds ${problem.stock}.`;
    case "price":
      return `${problem.title} now costs ${formatPrice(problem.priceCents)} instead of ${formatPrice(line.priceCents)}.${
        problem.stock < line.quantity ? ` Only ${problem.stock} left: your cart now holds ${problem.stock}.` : ""
      }`;
  }
}
