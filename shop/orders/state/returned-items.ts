import type { Order, OrderLine } from "./order.ts";

/** What of each line the customer still has; lines without any are left out. */
export function keptLines<Line extends Pick<OrderLine, "productId" | "quantity">>({
  lines,
  events,
}: Pick<Order, "events"> & { lines: Line[] }): Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - returnedOf(events, line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** How many pieces of a line came back, alone or with the whole order. */
export function returnedOf(
  events: Pick<Order["events"][number], "step" | "productId" | "quantity">[],
  line: Pick<OrderLine, "productId" | "quantity">,
) {
  if (events.some(({ step }) => step === "returned")) return line.quantity;
  const returned = events.filter(({ step, productId }) => step === "itemReturned" && productId === line.productId);
  return returned.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}
