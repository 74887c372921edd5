import { addDays, dayOf, formatDay } from "../../values/days.ts";
import type { Regional } from "../../values/locale.ts";
import { type OrderEvent, wasUndone } from "./events.ts";
import { type Order, type OrderChange, type OrderLine, type ReturnRequest, setReturns } from "./order.ts";
import { keptLines } from "./returned-items.ts";

/** The settings that decide when customers may return items. */
export interface ReturnTerms extends Regional {
  takesReturns: boolean;
  returnDays: number;
}

type Returnable<Line> = Pick<Order, "events" | "returns"> & { lines: Line[] };

/** The states of requests that wait for an answer, or for items. */
export const openReturnStates: ReturnRequest["state"][] = ["requested", "accepted"];

export function isOpenReturn({ state }: Pick<ReturnRequest, "state">) {
  return openReturnStates.includes(state);
}

/** Whether a customer sends items back, or asks to. */
export function isSendingBack({ returns }: Pick<Order, "returns">) {
  return returns.some(({ state }) => state !== "declined" && state !== "withdrawn");
}

/** Whether neither staff nor a label says where an accepted request's items go: then they go to the seller's address. */
export function goesToSeller({ answer, labelName }: Pick<ReturnRequest, "answer" | "labelName">) {
  return answer === "" && labelName === null;
}

/** What a customer reads instead of an address that the owner hasn't entered. */
export const askWhereToSend = "Please contact us before you send anything, so that we can tell you where it goes.";

/** How many pieces of an item are still to come back for a request. */
export function pendingPieces({ id, state, items }: ReturnRequest, productId: string, events: Order["events"]) {
  const item = items.find((item) => item.productId === productId);
  if (!item) return 0;
  if (state === "requested") return item.quantity;
  if (state !== "accepted") return 0;
  const arrived = events.filter((event) => event.returnId === id && event.step === "itemReturned");
  const ofItem = arrived.filter((event) => event.productId === productId);
  return Math.max(0, (item.accepted ?? 0) - ofItem.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0));
}

/** The request that an event is about. */
export function requestOf({ returns }: Pick<Order, "returns">, { returnId }: Pick<OrderEvent, "returnId">) {
  return returns.find(({ id }) => id === returnId);
}

/** The items that a request still waits for, as far as the customer has them. */
export function pendingItems<Line extends Pick<OrderLine, "productId" | "quantity">>(
  order: Returnable<Line>,
  request: ReturnRequest,
): Line[] {
  return keptLines(order)
    .map((line) => ({
      ...line,
      quantity: Math.min(line.quantity, pendingPieces(request, line.productId, order.events)),
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether a request names its items in the customer's words, and staff haven't chosen them yet. */
export function isInWords({ kind, state, items }: Pick<ReturnRequest, "kind" | "state" | "items">) {
  return kind === "withdrawal" && state === "requested" && items.length === 0;
}

/** The items that staff can accept of a request: of one in words, whatever the customer can return. */
export function acceptableItems<Line extends Pick<OrderLine, "productId" | "quantity">>(
  order: Returnable<Line>,
  request: ReturnRequest,
): Line[] {
  return isInWords(request) ? returnableLines(order) : pendingItems(order, request);
}

/** The items that staff are asked about for a request. */
export function askedItems(
  order: Returnable<Pick<OrderLine, "productId" | "quantity">>,
  request: ReturnRequest,
): Pick<OrderLine, "productId" | "quantity">[] {
  return isInWords(request) ? returnableLines(order) : request.items;
}

/** Whether a request still waits for an answer, or for items that the customer has. */
export function isWaiting(order: Returnable<Pick<OrderLine, "productId" | "quantity">>, request: ReturnRequest) {
  if (!isOpenReturn(request)) return false;
  return (isInWords(request) ? keptLines(order) : pendingItems(order, request)).length > 0;
}

/** What of each line the customer has and hasn't asked to return. */
export function returnableLines<Line extends Pick<OrderLine, "productId" | "quantity">>(
  order: Returnable<Line>,
): Line[] {
  const { returns, events } = order;
  return keptLines(order)
    .map((line) => {
      const asked = returns.reduce((sum, request) => sum + pendingPieces(request, line.productId, events), 0);
      return { ...line, quantity: line.quantity - asked };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** The last day on which a customer may ask to return items: counted from the delivery, or until it is known from when it was to come. */
export function lastReturnDay(
  { events, deliveryDays, isPickup }: Pick<Order, "events" | "deliveryDays" | "isPickup">,
  { returnDays, timeZone }: Pick<ReturnTerms, "returnDays" | "timeZone">,
): string | undefined {
  const delivered = events.findLast(({ step }) => step === "delivered");
  if (delivered) return addDays(dayOf(delivered.createdAt, timeZone), returnDays);
  const sent = events.findLast((event) => event.step === "sent" && !wasUndone(event, events));
  return sent && addDays(dayOf(sent.createdAt, timeZone), returnDays + (isPickup ? 0 : deliveryDays));
}

type Asked = Returnable<Pick<OrderLine, "productId" | "quantity">> & Pick<Order, "state" | "deliveryDays" | "isPickup">;

/** Why a customer can't ask to return anything of an order; undefined if they can. */
export function returnObstacle(order: Asked, terms: ReturnTerms, now: Date): string | undefined {
  if (!terms.takesReturns) return "This shop doesn't take return requests here. Please contact us.";
  if (order.state === "refunded") return "This order has already been refunded.";
  if (order.state === "returned") return "All items of this order have already been returned.";
  const lastDay = lastReturnDay(order, terms);
  if (!["sent", "delivered"].includes(order.state) || lastDay === undefined)
    return "You can return items once the order has been sent.";
  if (dayOf(now, terms.timeZone) > lastDay)
    return `The return period for this order ended on ${formatDay(lastDay, terms.locale)}.`;
  if (returnableLines(order).length === 0) return "You've already returned or asked to return all items of this order.";
  return undefined;
}

/** Ends the requests that wait for nothing any more. See docs/decisions/0308. */
export function finishReturns(change: OrderChange): OrderChange {
  const { order } = change;
  const returns = order.returns.map((request) =>
    isOpenReturn(request) && !isWaiting(order, request) ? { ...request, state: "received" as const } : request,
  );
  return setReturns(
    change,
    returns.every((request, index) => request === order.returns[index]) ? order.returns : returns,
  );
}

/** What staff read of a request's state. The return of a withdrawal is only taken back where staff had matched it with the wrong order. */
export function returnStateName({ kind, state }: Pick<ReturnRequest, "kind" | "state">) {
  if (kind === "withdrawal" && state === "withdrawn") return "Closed: the withdrawal was for another order";
  return returnStateNames[state];
}

/** The names of a request's states that people read. */
export const returnStateNames: Record<ReturnRequest["state"], string> = {
  requested: "Requested",
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Cancelled",
  received: "Received",
};
