import type { CartLine } from "../cart/cart-reducer.ts";

/** What is left of a cart when what an order already holds is taken out of it. */
export function remainingCart(lines: CartLine[], ordered: { id: string; quantity: number }[]): CartLine[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.find(({ id }) => id === line.id)?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}
