import { shareCents } from "../../taxes/share-cents.ts";
import { deliveryPart, type EventItem, itemColumns } from "../../values/event-items.ts";
import { fullTitle } from "../../values/product-options.ts";
import { createRefund, type NewRefund } from "./apply-refund.ts";
import type { NewEvent } from "./events.ts";
import {
  addEvent,
  type ByActor,
  eventOf,
  type Order,
  type OrderChange,
  type OrderLine,
  ReturnRefusedError,
  type ReturnRequest,
  returnableCents,
} from "./order.ts";
import { finishReturns, pendingPieces } from "./return-requests.ts";
import { keptLines, returnedOf } from "./returned-items.ts";

/** Pieces of an item that came back. */
export interface ReturnedItem {
  productId: string;
  quantity: number;
  /** Whether the pieces are for sale again. */
  isRestocked: boolean;
}

/** Items that came back together. */
export interface ReturnedItems extends Omit<NewRefund, "productId" | "quantity" | "items"> {
  items: ReturnedItem[];
  /** The return request that they came back for. Without it, each counts for the oldest one that was accepted and waits for it. */
  returnId?: string;
  /** What is refunded; 0 for nothing. Without it, what was paid for the pieces, and for the delivery with the last of a withdrawn order. */
  amountCents?: number | undefined;
}

type PaidLine = Pick<OrderLine, "productId" | "title" | "options" | "priceCents" | "quantity" | "discountCents">;

/** All items came back that the customer still had, and are for sale again. Their refund is a step of its own. */
export function applyReturn(unchanged: OrderChange, by: ByActor): OrderChange {
  const returned = addEvent(unchanged, eventOf("returned", by), "orderStep");
  return finishReturns({ ...returned, restock: keptLines(unchanged.order) });
}

/** Some items came back, and are refunded together. @throws ReturnRefusedError, RefundError, TransitionRefusedError */
export function applyItemsReturn(unchanged: OrderChange, returned: ReturnedItems): OrderChange {
  const { refundId, actor, reason, items, returnId } = returned;
  if (items.length === 0) throw new ReturnRefusedError("Enter how many pieces came back");
  requireDistinct(items);
  const paid = items.map((item) => ({ ...item, paidCents: paidFor(unchanged.order, item) }));
  const change = items.reduce((change, { productId, quantity, isRestocked }, index) => {
    const event: NewEvent = {
      ...{ step: "itemReturned", actor, note: reason, productId, quantity },
      isRestocked: isRestocked ? 1 : 0,
      returnId: returnId ?? waitingRequest(change.order, productId)?.id ?? null,
    };
    // One email about all of them.
    const mail = index === items.length - 1 ? "orderStep" : undefined;
    const added = addEvent(change, event, mail);
    return isRestocked ? { ...added, restock: [...added.restock, { productId, quantity }] } : added;
  }, unchanged);
  const paidCents = paid.reduce((sum, item) => sum + item.paidCents, 0);
  const amountCents =
    returned.amountCents ??
    usualRefundCents(unchanged.order, items, {
      deliveryCents: withdrawnDeliveryCents(change.order),
      leftCents: returnableCents(unchanged.order),
    });
  const finished = finishReturns(change);
  if (amountCents === 0) return finished;
  const itemsCents = amountCents - deliveryCentsIn(unchanged.order, amountCents - paidCents);
  const about = itemColumns(shareOut(paid, itemsCents), amountCents);
  return expectRefundMail(createRefund(finished, { refundId, actor, reason, amountCents, ...about }));
}

/**
 * What is refunded for items that come back, in cents, unless staff say another amount: what was paid for them.
 *
 * @param deliveryCents what of the delivery goes back with them
 * @param leftCents what can still be refunded or credited: earlier refunds may leave less than was paid
 */
export function usualRefundCents(
  order: Pick<Order, "events"> & { lines: PaidLine[] },
  items: EventItem[],
  { deliveryCents, leftCents }: Record<"deliveryCents" | "leftCents", number>,
) {
  return Math.min(leftCents, items.reduce((sum, item) => sum + paidFor(order, item), 0) + deliveryCents);
}

/** What of a refund is for the delivery: what is beyond the price of its items, up to what was paid for the delivery and not refunded before. */
function deliveryCentsIn({ totalCents, lines, refunds, events }: Order, beyondCents: number) {
  const goodsCents = lines.reduce((sum, line) => sum + paidBetween(line, 0, line.quantity), 0);
  const credits = events.filter(({ step }) => step === "credited");
  const earlier = [...refunds.filter(({ state }) => state !== "failed"), ...credits];
  const leftCents = earlier.reduce((left, part) => left - deliveryPart(part), totalCents - goodsCents);
  return Math.max(0, Math.min(beyondCents, leftCents));
}

/**
 * What is refunded of the delivery once all items came back for withdrawals, whether for one or several. See docs/decisions/0330.
 *
 * @param arriving what comes back next for one of them
 */
export function withdrawnDeliveryCents(
  {
    lines,
    events,
    returns,
  }: Pick<Order, "events" | "returns"> & { lines: Pick<OrderLine, "productId" | "quantity">[] },
  arriving: EventItem[] = [],
) {
  const withdrawals = returns.filter(({ kind }) => kind === "withdrawal");
  const back = events.filter(({ returnId }) => withdrawals.some(({ id }) => id === returnId));
  const next = (productId: string) => arriving.find((item) => item.productId === productId)?.quantity ?? 0;
  const isWhole = lines.every((line) => returnedOf(back, line) + next(line.productId) === line.quantity);
  return isWhole ? Math.max(0, ...withdrawals.map(({ deliveryCents }) => deliveryCents)) : 0;
}

/** The mail about the refund says that the items came back. The one about their return is for when the refund takes longer. */
function expectRefundMail(change: OrderChange): OrderChange {
  const covered = change.mails.flatMap(({ covers }) => covers ?? []);
  const mails = change.mails.filter(({ orderEvent }) => !covered.includes(orderEvent));
  return { ...change, mails: mails.map((mail) => ({ ...mail, isDelayed: mail.covers === undefined })) };
}

/** @throws ReturnRefusedError when an item is named twice, so that each of its limits is one for all its pieces */
export function requireDistinct(items: EventItem[]) {
  if (new Set(items.map(({ productId }) => productId)).size < items.length)
    throw new ReturnRefusedError("Name each item once, with all its pieces");
}

/** How much of a refund is for each item: by what was paid for them, or in proportion to their pieces where nothing was. */
function shareOut(paid: (ReturnedItem & { paidCents: number })[], amountCents: number): EventItem[] {
  const isFree = paid.every(({ paidCents }) => paidCents === 0);
  const weights = paid.map(({ paidCents, quantity }) => (isFree ? quantity : paidCents));
  const shares = shareCents(amountCents, weights);
  return paid.map(({ productId, quantity }, index) => ({ productId, quantity, amountCents: shares[index] ?? 0 }));
}

function waitingRequest({ returns, events }: Order, productId: string): ReturnRequest | undefined {
  return returns.find((request) => request.state === "accepted" && pendingPieces(request, productId, events) > 0);
}

/**
 * What was paid for the next pieces of a line that come back: those of all its returns add up to what was paid for the line.
 *
 * @throws ReturnRefusedError when the customer hasn't so many of them
 */
export function paidFor(order: Pick<Order, "events"> & { lines: PaidLine[] }, { productId, quantity }: EventItem) {
  const line = order.lines.find((line) => line.productId === productId);
  const kept = line ? line.quantity - returnedOf(order.events, line) : 0;
  if (!line || kept === 0) throw new ReturnRefusedError("The customer has none of this item");
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > kept)
    throw new ReturnRefusedError(`The customer has ${kept} of ${fullTitle(line)}. Enter a number from 1 to ${kept}.`);
  return paidBetween(line, line.quantity - kept, quantity);
}

/** @param before how many pieces of the line came back before these */
export function paidBetween(
  line: Pick<OrderLine, "priceCents" | "quantity" | "discountCents">,
  before: number,
  quantity: number,
) {
  const paidCents = line.priceCents * line.quantity - line.discountCents;
  const upTo = (pieces: number) => Math.floor((paidCents * pieces) / line.quantity);
  return upTo(before + quantity) - upTo(before);
}
