import type { CartLine } from "./cart-reducer.ts";

/** A product as the catalog has it now. */
export interface CartProduct {
  id: string;
  /** The last part of its page's address; undefined for the id. */
  address?: string;
  title: string;
  /** What its siblings differ in; undefined for none. */
  options?: Record<string, string>;
  /** Whether it belongs to a group. */
  isVariant?: true;
  priceCents: number;
  /** The former price that the shop shows beside its price; undefined for none. */
  formerCents?: number;
  /** The discount that its price includes, in percent; undefined for none. */
  discount?: number;
  thumbnail: string;
  /** 0 when it is sold out. */
  stock: number;
  /** The slug of its category. */
  category: string;
  /** Today's VAT rate in hundredths of a percent; undefined while the seller isn't registered. */
  vatBasisPoints?: number;
}

/** Why a line can't be ordered unchanged. `stock` is how many pieces are left. */
export type LineProblem =
  | { kind: "gone"; id: string }
  | ({ kind: "soldOut" } & NamedProduct)
  | ({ kind: "price" | "stock"; priceCents: number; stock: number } & NamedProduct);

type NamedProduct = Pick<CartProduct, "id" | "title" | "options">;

/** Products by id: null for those the catalog no longer has, missing until they are loaded. */
export type ProductsById = ReadonlyMap<string, CartProduct | null>;

/** Adds what sums depend on besides prices to lines, as far as their products are loaded: categories for discount codes, and VAT rates. */
export function withPricing(lines: CartLine[], products: ProductsById) {
  return lines.map((line) => {
    const { category, vatBasisPoints } = products.get(line.id) ?? {};
    return { ...line, category, ...(vatBasisPoints !== undefined && { vatBasisPoints }) };
  });
}

/** The lines that can't be ordered unchanged, among those whose products are loaded. */
export function findProblems(lines: CartLine[], products: ProductsById): LineProblem[] {
  return lines.flatMap(({ id, priceCents, quantity }): LineProblem[] => {
    const today = products.get(id);
    if (today === undefined) return [];
    if (today === null) return [{ id, kind: "gone" }];
    const named = { id, title: today.title, ...(today.options && { options: today.options }) };
    if (today.stock === 0) return [{ ...named, kind: "soldOut" }];
    const common = { ...named, priceCents: today.priceCents, stock: today.stock };
    if (today.priceCents !== priceCents) return [{ ...common, kind: "price" }];
    return quantity > today.stock ? [{ ...common, kind: "stock" }] : [];
  });
}

/** The cart as it can be ordered: available products only, at current prices, up to the stock. */
export function reconcileCart(lines: CartLine[], problems: LineProblem[]): CartLine[] {
  return lines.flatMap((line) => {
    const problem = problems.find(({ id }) => id === line.id);
    if (!problem) return [line];
    if (problem.kind === "gone" || problem.kind === "soldOut") return [];
    const { priceCents, stock, title } = problem;
    return [{ ...line, title, priceCents, quantity: Math.min(line.quantity, stock) }];
  });
}

/** The cart without what an order holds. */
export function remainingCart(lines: CartLine[], ordered: { id: string; quantity: number }[]): CartLine[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.find(({ id }) => id === line.id)?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
