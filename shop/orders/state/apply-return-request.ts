import { type EventItem, itemColumns } from "../../values/event-items.ts";
import { fullTitle } from "../../values/product-options.ts";
import { applyItemsReturn, type ReturnedItems, requireDistinct } from "./apply-return.ts";
import type { Actor } from "./events.ts";
import {
  addEvent,
  addMail,
  type Order,
  type OrderChange,
  type RequestedItem,
  ReturnRefusedError,
  type ReturnRequest,
  ReturnRequestError,
  setReturns,
} from "./order.ts";
import { withdrawalReason } from "./return-reasons.ts";
import {
  acceptableItems,
  isInWords,
  openReturnStates,
  pendingItems,
  type ReturnTerms,
  returnableLines,
  returnObstacle,
} from "./return-requests.ts";
import { nextState, TransitionRefusedError } from "./state-machine.ts";

/** What a customer asks to return. */
export interface NewReturnRequest {
  /** Made with the form: the same one sent twice is one request. */
  returnId: string;
  actor: Actor;
  items: Omit<RequestedItem, "accepted">[];
  comment: string;
  terms: ReturnTerms;
}

/** @throws ReturnRequestError */
export function applyReturnRequest(
  unchanged: OrderChange,
  { returnId, actor, items, comment, terms }: NewReturnRequest,
): OrderChange {
  const { order, at } = unchanged;
  if (order.returns.some(({ id }) => id === returnId)) return unchanged;
  const obstacle = returnObstacle(order, terms, new Date(at));
  if (obstacle) throw new ReturnRequestError(obstacle);
  if (items.length === 0) throw new ReturnRequestError("Choose at least one item to return.");
  const left = new Map(returnableLines(order).map(({ productId, quantity }) => [productId, quantity]));
  for (const { productId, quantity } of items) requireLeft(order, { productId, quantity }, left.get(productId) ?? 0);
  const request: ReturnRequest = {
    ...{ id: returnId, orderId: order.id, kind: "return", state: "requested", createdAt: at },
    ...{ items: items.map((item) => ({ ...item, accepted: null })), comment, answer: "" },
    ...{ labelName: null, deliveryCents: 0 },
  };
  const event = { step: "returnRequested", actor, note: comment || null, returnId, ...itemColumns(items) } as const;
  const requested = addMail(addEvent(unchanged, event, "orderStep"), "newReturn");
  return setReturns(requested, [...order.returns, request]);
}

function requireLeft(order: Order, { productId, quantity }: EventItem, left: number) {
  const line = order.lines.find((line) => line.productId === productId);
  if (!line) throw new ReturnRequestError("This item isn't part of the order.");
  if (left === 0) throw new ReturnRequestError(`You've already returned or asked to return ${fullTitle(line)}.`);
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > left)
    throw new ReturnRequestError(`You can return up to ${left} of ${fullTitle(line)}.`);
}

/** Takes back a request that isn't decided yet. Twice is once. @throws ReturnRequestError */
export function applyReturnWithdrawal(
  unchanged: OrderChange,
  { returnId, actor }: { returnId: string; actor: Actor },
): OrderChange {
  const request = unchanged.order.returns.find(({ id }) => id === returnId);
  if (!request) throw new ReturnRequestError("There is no such return request.");
  if (request.state === "withdrawn") return unchanged;
  if (request.kind === "withdrawal")
    throw new ReturnRequestError(
      "You've withdrawn from the contract. Please contact us if you want to keep the items.",
    );
  if (request.state !== "requested")
    throw new ReturnRequestError("We've already answered this return request, so it can't be cancelled any more.");
  const event = { step: "returnWithdrawn", actor, returnId, ...itemColumns(request.items) } as const;
  return replaceRequest(addEvent(unchanged, event), { ...request, state: "withdrawn" });
}

/** How the shop accepts a request, in whole or in part. */
export interface ReturnAcceptance {
  returnId: string;
  actor: Actor;
  /** How many pieces of which items. Without it, all of them. */
  items?: EventItem[] | undefined;
  /** How to send them back, and why not all. The customer reads it. */
  instructions: string;
  labelName: string | null;
}

/** @throws ReturnRefusedError, TransitionRefusedError */
export function applyReturnAcceptance(
  unchanged: OrderChange,
  { returnId, actor, instructions, labelName, ...given }: ReturnAcceptance,
): OrderChange {
  const { order } = unchanged;
  const request = requireState(order, returnId, ["requested"]);
  if (!nextState(order.state, { step: "itemReturned" }, order.events))
    throw new TransitionRefusedError(order.state, "itemReturned", order.isPickup);
  const possible = acceptableItems(order, request);
  const accepted = (given.items ?? pendingItems(order, request)).filter(({ quantity }) => quantity !== 0);
  requireDistinct(accepted);
  if (accepted.length === 0) throw new ReturnRefusedError("Accept at least one piece, or decline the request");
  for (const { productId, quantity } of accepted) {
    const most = possible.find((line) => line.productId === productId);
    if (!most) throw new ReturnRefusedError("The customer hasn't asked to return this item, or has none of it");
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > most.quantity)
      throw new ReturnRefusedError(`You can accept up to ${most.quantity} of ${fullTitle(most)}`);
  }
  const items = isInWords(request)
    ? accepted.map((item) => ({ ...item, reason: withdrawalReason, accepted: item.quantity }))
    : request.items.map((item) => ({ ...item, accepted: quantityOf(accepted, item.productId) }));
  const about = { returnId, ...itemColumns(accepted) };
  const event = { step: "returnAccepted", actor, note: instructions || null, ...about } as const;
  const answered = { ...request, state: "accepted" as const, items, answer: instructions, labelName };
  return replaceRequest(addEvent(unchanged, event, "orderStep"), answered);
}

function quantityOf(items: EventItem[], productId: string) {
  return items.find((item) => item.productId === productId)?.quantity ?? 0;
}

/**
 * Declines a request. One that was accepted can be closed the same way while its items haven't come: what came stays returned.
 *
 * @throws ReturnRefusedError
 */
export function applyReturnRefusal(
  unchanged: OrderChange,
  { returnId, actor, reason }: { returnId: string; actor: Actor; reason: string },
): OrderChange {
  const request = requireState(unchanged.order, returnId, openReturnStates);
  const items = itemColumns(pendingItems(unchanged.order, request));
  const event = { step: "returnDeclined", actor, note: reason, returnId, ...items } as const;
  return replaceRequest(addEvent(unchanged, event, "orderStep"), { ...request, state: "declined", answer: reason });
}

/** The items of a request came back, and are refunded. @throws ReturnRefusedError, RefundError, TransitionRefusedError */
export function applyReturnArrival(unchanged: OrderChange, arrived: ReturnedItems & { returnId: string }): OrderChange {
  const { order } = unchanged;
  const request = requireState(order, arrived.returnId, ["accepted"]);
  const possible = pendingItems(order, request);
  for (const { productId, quantity } of arrived.items) {
    const most = quantityOf(possible, productId);
    if (quantity > most)
      throw new ReturnRefusedError(`Only ${most} of this item are still to come back for this request`);
  }
  return applyItemsReturn(unchanged, arrived);
}

const stateWords: Record<ReturnRequest["state"], string> = {
  requested: "hasn't been accepted yet",
  accepted: "has already been accepted",
  declined: "has been declined or closed",
  withdrawn: "was withdrawn",
  received: "is finished: its items came back",
};

function requireState({ returns }: Order, returnId: string, states: ReturnRequest["state"][]) {
  const request = returns.find(({ id }) => id === returnId);
  if (!request) throw new ReturnRefusedError("There is no such return request");
  if (!states.includes(request.state)) throw new ReturnRefusedError(`This return request ${stateWords[request.state]}`);
  return request;
}

function replaceRequest(change: OrderChange, request: ReturnRequest) {
  const returns = change.order.returns.map((other) => (other.id === request.id ? request : other));
  return setReturns(change, returns);
}
