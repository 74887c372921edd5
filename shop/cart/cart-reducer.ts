/** How many different products one order may hold. */
export const linesLimit = 500;
/** How many pieces of one product. */
export const quantityLimit = 1_000_000;

/** One product in a cart, with the title and price that the shopper saw. */
export interface CartLine {
  id: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  /** A whole number, from 1 to `quantityLimit`. */
  quantity: number;
  /** What told it from its siblings when the shop was asked last. */
  options?: Record<string, string>;
}

/** A product to add. Variants share their title with others. */
export interface AddedProduct extends Omit<CartLine, "quantity"> {
  isVariant?: boolean;
}

export type CartAction =
  /** Adding stops at `stock`, if it is given. */
  | { type: "add"; product: AddedProduct; quantity?: number; stock?: number }
  | { type: "increase"; id: string; stock?: number }
  | { type: "remove" | "decrease"; id: string }
  | { type: "clear" }
  /** `position` is the line's former index. */
  | { type: "restore"; line: CartLine; position: number }
  | { type: "replace"; lines: CartLine[] };

/** The cart after an action. Adding a product whose id or title is in the cart raises its quantity; a variant's title doesn't count. */
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

/** The number on the cart's badge. */
export function totalQuantity(lines: Pick<CartLine, "quantity">[]) {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Cents. */
export function lineTotal({ priceCents, quantity }: Pick<CartLine, "priceCents" | "quantity">) {
  return priceCents * quantity;
}

/** What the lines cost without delivery, in cents. */
export function cartSubtotal(lines: Pick<CartLine, "priceCents" | "quantity">[]) {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0);
}

/** The line that a product is added to: one of the same id or, unless it is a variant, the same title. See docs/decisions/0218. */
export function lineFor(lines: CartLine[], product: Pick<AddedProduct, "id" | "title" | "isVariant">) {
  return lines.find(({ id, title }) => id === product.id || (!product.isVariant && title === product.title));
}

function addProduct(lines: CartLine[], { product, quantity = 1, stock }: Extract<CartAction, { type: "add" }>) {
  const known = lineFor(lines, product);
  if (known) return changeQuantity(lines, known.id, quantity, stock);
  const { isVariant: _, ...line } = product;
  return lines.length < linesLimit ? [...lines, { ...line, quantity: clamp(quantity, stock) }] : lines;
}

/** Changes nothing if the product was added again since. */
function restoreLine(lines: CartLine[], line: CartLine, position: number) {
  return lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(position, 0, line);
}

function clamp(quantity: number, most = quantityLimit) {
  return Math.max(1, Math.min(quantity, most, quantityLimit));
}

/** A quantity above the stock stays until the customer lowers it: adding never shrinks a line. */
function changeQuantity(lines: CartLine[], id: string, by: number, stock = quantityLimit) {
  return lines.map((line) =>
    line.id === id ? { ...line, quantity: clamp(line.quantity + by, Math.max(stock, line.quantity)) } : line,
  );
}
