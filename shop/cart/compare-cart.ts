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

/** What the catalog says today, by id: null for what is no longer sold, nothing for what nobody has asked for yet. */
export type KnownGoods = ReadonlyMap<string, Goods | null>;

/** What of a cart can't be ordered as it is, as far as the goods are known. */
export function findProblems(lines: CartLine[], goods: KnownGoods): LineProblem[] {
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
