import { linesLimit, quantityLimit } from "./cart-limits.ts";

/** One product in a cart, with the title and price that the shopper saw. */
export interface CartLine {
  id: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  /** A whole number, from 1 to `quantityLimit`. */
  quantity: number;
}

export type CartAction =
  /** `stock` is how many pieces there are, where that is known: adding stops there. */
  | { type: "add"; product: Omit<CartLine, "quantity">; quantity?: number; stock?: number }
  | { type: "increase"; id: string; stock?: number }
  | { type: "remove" | "decrease"; id: string }
  | { type: "clear" }
  /** A removed line comes back to where it was: `position` lines precede it. */
  | { type: "restore"; line: CartLine; position: number }
  | { type: "replace"; lines: CartLine[] };

/** The cart after an action; the given one isn't changed. Adding a product that is there, by id or title, raises its quantity. */
export function cartReducer(lines: CartLine[], action: CartAction): CartLine[] {
  switch (action.type) {
    case "add":
      return addProduct(lines, action);
    case "remove":
      return lines.filter(({ id }) => id !== action.id);
    case "increase":
      return changeQuantity(lines, action.id, 1, action.stock);
    case "decrease":
      return changeQuantity(lines, action.id, -1);
    case "clear":
      return [];
    case "restore":
      return restoreLine(lines, action.line, action.position);
    case "replace":
      return action.lines;
  }
}

/** How many pieces are in the cart: the number on its badge. */
export function totalQuantity(lines: CartLine[]) {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What a line costs, in cents. */
export function lineTotal({ priceCents, quantity }: Pick<CartLine, "priceCents" | "quantity">) {
  return priceCents * quantity;
}

/** What the cart costs, in cents. */
export function cartTotal(lines: Pick<CartLine, "priceCents" | "quantity">[]) {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

/** The line that a product is added to: one of the same id or the same title. */
export function lineFor(lines: CartLine[], product: Pick<CartLine, "id" | "title">) {
  return lines.find(({ id, title }) => id === product.id || title === product.title);
}

function addProduct(lines: CartLine[], { product, quantity = 1, stock }: Extract<CartAction, { type: "add" }>) {
  const known = lineFor(lines, product);
  if (known) return changeQuantity(lines, known.id, quantity, stock);
  return lines.length < linesLimit ? [...lines, { ...product, quantity: clamp(quantity, stock) }] : lines;
}

/** A product that has been added again meanwhile stays as it is. */
function restoreLine(lines: CartLine[], line: CartLine, position: number) {
  return lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(position, 0, line);
}

function clamp(quantity: number, most = quantityLimit) {
  return Math.max(1, Math.min(quantity, most, quantityLimit));
}

/** More pieces than there are stay as they are until the shopper takes some out: nothing shrinks by adding to it. */
function changeQuantity(lines: CartLine[], id: string, by: number, stock = quantityLimit) {
  return lines.map((line) =>
    line.id === id ? { ...line, quantity: clamp(line.quantity + by, Math.max(stock, line.quantity)) } : line,
  );
}
