import { type EventItem, itemColumns, itemsOf } from "../../values/event-items.ts";
import { type Actor, type NewEvent, system, wasUnmatched } from "./events.ts";
import { addEvent, type Order, type OrderChange, type ReturnRequest, setReturns } from "./order.ts";
import { withdrawalReason } from "./return-reasons.ts";
import { returnableLines } from "./return-requests.ts";
import { nextState } from "./state-machine.ts";

/** What decides what follows from a statement. */
export interface WithdrawalTerms {
  /** The ids of products that consumers can't withdraw from buying. */
  excepted: ReadonlySet<string>;
  /** Whether the law leaves it to the shop: the period has ended, a company bought it, or staff have to read which items it is about. */
  needsAnswer: boolean;
  /** What is refunded of the delivery once the whole order is back. */
  deliveryCents: number;
}

/** A consumer's statement that they withdraw from the contract. */
export interface Withdrawal extends WithdrawalTerms {
  /** The id of the return that follows, and of the statement in the order's events: the same one twice is one. */
  returnId: string;
  actor: Actor;
  /** How many pieces of which items; all of them without it. */
  items?: EventItem[] | undefined;
  /** The items in the consumer's words; "" where they are chosen. */
  comment: string;
}

/** What the customer is told to do once they have withdrawn. */
const instructions =
  "Please send the items back within 14 days after your withdrawal. We refund you as soon as they arrive, or you show us that you have sent them.";
/** The same where the parcel went out after the statement. */
const instructionsForSent =
  "You withdrew before we sent the items. Please send them back within 14 days after you receive them. We refund you as soon as they arrive, or you show us that you have sent them.";

/**
 * Keeps a statement in the order's events. If the items were sent, a return follows: an accepted one, unless it needs an answer. Before that, staff
 * cancel or refund the order. See docs/decisions/0330.
 */
export function applyWithdrawal(unchanged: OrderChange, withdrawal: Withdrawal): OrderChange {
  const { returnId, actor, items, comment } = withdrawal;
  const { order } = unchanged;
  if (order.events.some((event) => event.step === "withdrawn" && event.returnId === returnId)) return unchanged;
  const about = itemColumns(items ?? []);
  const withdrawn = addEvent(unchanged, { step: "withdrawn", actor, note: comment || null, returnId, ...about });
  const isSent = nextState(order.state, { step: "itemReturned" }, order.events) !== undefined;
  return isSent ? addReturn(withdrawn, withdrawal, instructions) : withdrawn;
}

/** @property done the `returnId` of statements that staff marked as done */
export interface OpenWithdrawals extends WithdrawalTerms {
  done: ReadonlySet<string>;
}

/** For statements that came after the shop read the terms: staff decide. */
const unknownTerms: OpenWithdrawals = { done: new Set(), excepted: new Set(), needsAnswer: true, deliveryCents: 0 };

/** Adds the returns for statements that came before the order was sent. */
export function applySentWithdrawals(sent: OrderChange, { done, ...terms } = unknownTerms): OrderChange {
  const { events } = sent.order;
  return events.reduce((change, { step, returnId, actor, note, ...event }) => {
    const isOpen = step === "withdrawn" && returnId !== null && !done.has(returnId);
    if (!isOpen || wasUnmatched({ returnId }, events) || change.order.returns.some(({ id }) => id === returnId))
      return change;
    const items = itemsOf(event).map(({ productId, quantity }) => ({ productId, quantity }));
    const said = { returnId, actor, items: items.length > 0 ? items : undefined, comment: note ?? "" };
    const needsAnswer = terms.needsAnswer || note !== null;
    return addReturn(change, { ...said, ...terms, needsAnswer }, instructionsForSent);
  }, sent);
}

/** What of a statement's items can come back. */
function wantedItems(order: Order, { items, excepted }: Withdrawal): EventItem[] {
  return returnableLines(order).flatMap(({ productId, quantity: left }) => {
    const asked = items ? (items.find((item) => item.productId === productId)?.quantity ?? 0) : left;
    const quantity = Math.min(asked, left);
    return quantity > 0 && !excepted.has(productId) ? [{ productId, quantity }] : [];
  });
}

/** Adds the return for a statement, if any of its items can come back. */
function addReturn(change: OrderChange, withdrawal: Withdrawal, note: string): OrderChange {
  const { returnId: id, actor, comment, needsAnswer, deliveryCents } = withdrawal;
  const { order, at } = change;
  const possible = wantedItems(order, withdrawal);
  if (possible.length === 0) return change;
  // Staff choose the items that words are about.
  const wanted = comment === "" ? possible : [];
  const request: ReturnRequest = {
    ...{ id, orderId: order.id, kind: "withdrawal", state: needsAnswer ? "requested" : "accepted", createdAt: at },
    items: wanted.map((item) => ({ ...item, reason: withdrawalReason, accepted: needsAnswer ? null : item.quantity })),
    ...{ comment, answer: "", labelName: null, deliveryCents },
  };
  const about = { returnId: id, ...itemColumns(wanted) };
  const event: NewEvent = needsAnswer
    ? { step: "returnRequested", actor, ...about }
    : { step: "returnAccepted", actor: system, note, ...about };
  // The confirmation of the statement is enough while nothing is decided.
  const added = addEvent(change, event, needsAnswer ? undefined : "orderStep");
  return setReturns(added, [...order.returns, request]);
}
