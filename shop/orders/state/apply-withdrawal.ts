import { type EventItem, itemColumns } from "../../values/event-items.ts";
import { type Actor, type NewEvent, system } from "./events.ts";
import { addEvent, type Order, type OrderChange, type ReturnRequest, setReturns } from "./order.ts";
import { withdrawalReason } from "./return-reasons.ts";
import { returnableLines } from "./return-requests.ts";
import { nextState } from "./state-machine.ts";

/** A consumer's statement that they withdraw from the contract. */
export interface Withdrawal {
  /** Made with the form: the same one sent twice is one statement. */
  withdrawalId: string;
  actor: Actor;
  /** How many pieces of which items; all of them without it. */
  items?: EventItem[] | undefined;
  /** The items in the consumer's words; "" where they are chosen. */
  comment: string;
  /** The ids of products that consumers can't withdraw from buying. */
  excepted: ReadonlySet<string>;
  /** Whether the law leaves it to the shop: the period has ended, a company bought it, or staff have to read which items it is about. */
  needsAnswer: boolean;
  /** What is refunded of the delivery if it is about the whole order. */
  deliveryCents: number;
}

/** What the customer is told to do once they have withdrawn. */
const instructions =
  "Please send the items back within 14 days after your withdrawal. We refund you as soon as they arrive, or you show us that you have sent them";

/**
 * Keeps a statement in the order's events. If the items were sent, a return follows: an accepted one, unless it needs an answer. Before that, staff
 * cancel or refund the order. See docs/decisions/0330.
 */
export function applyWithdrawal(unchanged: OrderChange, withdrawal: Withdrawal): OrderChange {
  const { withdrawalId: returnId, actor, items, comment } = withdrawal;
  const { order } = unchanged;
  if (order.events.some((event) => event.step === "withdrawn" && event.returnId === returnId)) return unchanged;
  const about = itemColumns(items ?? []);
  const withdrawn = addEvent(unchanged, { step: "withdrawn", actor, note: comment || null, returnId, ...about });
  const wanted = wantedItems(order, withdrawal);
  const isSent = nextState(order.state, { step: "itemReturned" }, order.events) !== undefined;
  return isSent && wanted.length > 0 ? addReturn(withdrawn, withdrawal, wanted) : withdrawn;
}

/** What of a statement's items can come back. */
function wantedItems(order: Order, { items, excepted }: Withdrawal): EventItem[] {
  return returnableLines(order).flatMap(({ productId, quantity: left }) => {
    const asked = items ? (items.find((item) => item.productId === productId)?.quantity ?? 0) : left;
    const quantity = Math.min(asked, left);
    return quantity > 0 && !excepted.has(productId) ? [{ productId, quantity }] : [];
  });
}

function addReturn(change: OrderChange, withdrawal: Withdrawal, wanted: EventItem[]): OrderChange {
  const { withdrawalId: id, actor, comment, needsAnswer, deliveryCents } = withdrawal;
  const { order, at } = change;
  const isWhole = order.lines.every(({ productId, quantity }) =>
    wanted.some((item) => item.productId === productId && item.quantity === quantity),
  );
  const request: ReturnRequest = {
    ...{ id, orderId: order.id, kind: "withdrawal", state: needsAnswer ? "requested" : "accepted", createdAt: at },
    items: wanted.map((item) => ({ ...item, reason: withdrawalReason, accepted: needsAnswer ? null : item.quantity })),
    ...{ comment, answer: "", labelName: null, deliveryCents: isWhole && comment === "" ? deliveryCents : 0 },
  };
  const about = { returnId: id, ...itemColumns(wanted) };
  const event: NewEvent = needsAnswer
    ? { step: "returnRequested", actor, ...about }
    : { step: "returnAccepted", actor: system, note: instructions, ...about };
  // The confirmation of the statement is enough while nothing is decided.
  const added = addEvent(change, event, needsAnswer ? undefined : "orderStep");
  return setReturns(added, [...order.returns, request]);
}
