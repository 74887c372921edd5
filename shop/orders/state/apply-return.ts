import { fullTitle } from "../../values/product-options.ts";
import { createRefund, type NewRefund } from "./apply-refund.ts";
import {
  addEvent,
  type ByActor,
  eventOf,
  type Order,
  type OrderChange,
  type OrderLine,
  ReturnRefusedError,
  returnableCents,
} from "./order.ts";

/** A single item that came back. */
export interface ItemReturn extends Omit<NewRefund, "productId" | "quantity"> {
  productId: string;
  quantity: number;
  /** Whether the pieces are for sale again. */
  isRestocked: boolean;
  /** What is refunded; 0 for nothing. Without it, what was paid for the pieces. */
  amountCents?: number | undefined;
}

/** What of each line the customer still has; lines without any are left out. */
export function keptLines({ lines, events }: Pick<Order, "lines" | "events">): OrderLine[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - returnedOf(events, line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** How many pieces of a line came back, alone or with the whole order. */
export function returnedOf(events: Order["events"], line: Pick<OrderLine, "productId" | "quantity">) {
  if (events.some(({ step }) => step === "returned")) return line.quantity;
  const returned = events.filter(({ step, productId }) => step === "itemReturned" && productId === line.productId);
  return returned.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}

/** All items came back that the customer still had, and are for sale again. Their refund is a step of its own. */
export function applyReturn(unchanged: OrderChange, by: ByActor): OrderChange {
  return { ...addEvent(unchanged, eventOf("returned", by), "orderStep"), restock: keptLines(unchanged.order) };
}

/** Some pieces of an item came back, and are refunded. @throws ReturnRefusedError, RefundError, TransitionRefusedError */
export function applyItemReturn(unchanged: OrderChange, item: ItemReturn): OrderChange {
  const { order } = unchanged;
  const { refundId, actor, reason, productId, quantity, isRestocked } = item;
  const line = order.lines.find((line) => line.productId === productId);
  const kept = keptLines(order).find((line) => line.productId === productId)?.quantity ?? 0;
  if (!line || kept === 0) throw new ReturnRefusedError("The customer has none of this item");
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > kept)
    throw new ReturnRefusedError(`The customer has ${kept} of ${fullTitle(line)}. Enter a number from 1 to ${kept}.`);
  const returned = addEvent(
    unchanged,
    {
      ...{ step: "itemReturned", actor, note: reason, productId, quantity },
      isRestocked: isRestocked ? 1 : 0,
    },
    "orderStep",
  );
  const restocked = isRestocked ? { ...returned, restock: [{ productId, quantity }] } : returned;
  const amountCents = item.amountCents ?? Math.min(returnableCents(order), paidFor(line, { kept, quantity }));
  if (amountCents === 0) return restocked;
  return createRefund(restocked, { refundId, actor, reason, amountCents, productId, quantity });
}

/** What was paid for the next pieces of a line that come back: those of all its returns add up to what was paid for the line. */
function paidFor(line: OrderLine, { kept, quantity }: { kept: number; quantity: number }) {
  const paidCents = line.priceCents * line.quantity - line.discountCents;
  const upTo = (pieces: number) => Math.floor((paidCents * pieces) / line.quantity);
  const before = line.quantity - kept;
  return upTo(before + quantity) - upTo(before);
}
