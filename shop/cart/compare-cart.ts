import type { VatKind } from "#database/schema.ts";
import type { HomePrice, PriceFactor } from "../taxes/treatment.ts";
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
  /** Its price and rate where the order goes, if that has other VAT than the shop itself. */
  destination?: { priceCents: number; vatBasisPoints: number | null; vatKind: VatKind; deliveryFactor?: PriceFactor };
}

/** Why a line can't be ordered unchanged. `stock` is how many pieces are left. */
export type LineProblem =
  | { kind: "gone"; id: string }
  | ({ kind: "soldOut" } & NamedProduct)
  | ({ kind: "price" | "stock"; priceCents: number; stock: number } & NamedProduct);

type NamedProduct = Pick<CartProduct, "id" | "title" | "options">;

/** Products by id: null for those the catalog no longer has, missing until they are loaded. */
export type ProductsById = ReadonlyMap<string, CartProduct | null>;

/** A line with what sums depend on besides its price. */
export interface PricedCartLine extends CartLine {
  category: string | undefined;
  vatBasisPoints?: number | null;
  /** How its VAT differs from the seller's own where it goes. */
  vatKind?: VatKind;
  /** Its price and rate at the shop itself, where a destination has others. */
  home?: HomePrice;
  /** What delivery costs there, where prices follow the destination. */
  deliveryFactor?: PriceFactor;
}

/** The price of one piece as the customer sees it: at the checkout, the price where the order goes. */
export function shownCents({ priceCents }: Pick<CartLine, "priceCents">, product: CartProduct | null | undefined) {
  const isCurrent = product?.priceCents === priceCents;
  return (isCurrent ? product.destination?.priceCents : undefined) ?? priceCents;
}

/**
 * Adds what sums depend on besides prices to lines, as far as their products are loaded: categories for discount codes, VAT rates, and prices where the
 * order goes.
 */
export function withPricing(lines: CartLine[], products: ProductsById): PricedCartLine[] {
  return lines.map((line) => {
    const { category, vatBasisPoints, priceCents, destination } = products.get(line.id) ?? {};
    const { deliveryFactor } = destination ?? {};
    const priced = {
      ...{ ...line, category },
      ...(vatBasisPoints !== undefined && { vatBasisPoints }),
      ...(deliveryFactor && { deliveryFactor }),
    };
    // A price that has changed since is a problem of the line's: its customer accepts the new one first.
    if (!destination || priceCents !== line.priceCents) return priced;
    return { ...priced, ...destination, home: { priceCents, vatBasisPoints: vatBasisPoints ?? null } };
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
export function reconcileCart<Line extends Pick<CartLine, "id" | "quantity">>(
  lines: Line[],
  problems: LineProblem[],
): Line[] {
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
