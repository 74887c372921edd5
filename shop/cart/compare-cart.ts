import { formatPrice } from "../money.ts";
import type { CartLine } from "./cart-reducer.ts";

/** What the catalog says today of a product that a cart has, or might have. */
export interface Goods {
  id: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  /** How many pieces can be bought; 0 when it is sold out. */
  stock: number;
}

/** Why a line of a cart can't be ordered as it is. `stock` is how many pieces are left. */
export type LineProblem =
  | { kind: "gone"; id: string }
  | { kind: "soldOut"; id: string; title: string }
  | { kind: "price" | "stock"; id: string; title: string; priceCents: number; stock: number };

/** How a line differs from what can be ordered, in words. */
export interface LineChange {
  id: string;
  text: string;
  before: string;
  now: string;
}

/** What of a cart can't be ordered as it is. @param goods by their ids; null for what is no longer sold, nothing for what nobody has asked for yet */
export function findProblems(lines: CartLine[], goods: ReadonlyMap<string, Goods | null>): LineProblem[] {
  return lines.flatMap(({ id, priceCents, quantity }): LineProblem[] => {
    const today = goods.get(id);
    if (today === undefined) return [];
    if (today === null) return [{ id, kind: "gone" }];
    if (today.stock === 0) return [{ id, kind: "soldOut", title: today.title }];
    const facts = { id, title: today.title, priceCents: today.priceCents, stock: today.stock };
    if (today.priceCents !== priceCents) return [{ ...facts, kind: "price" }];
    return quantity > today.stock ? [{ ...facts, kind: "stock" }] : [];
  });
}

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

/** What the shopper is told of each line that differs: why, and what it was and is. */
export function describeChanges(lines: CartLine[], problems: LineProblem[]): LineChange[] {
  const reconciled = reconcileCart(lines, problems);
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
