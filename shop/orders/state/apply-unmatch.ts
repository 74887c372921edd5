import { itemColumns } from "../../values/event-items.ts";
import { type Actor, actorLabel, type OrderEvent, wasUnmatched } from "./events.ts";
import { addEvent, type Order, type OrderChange, ReturnRefusedError, setReturns } from "./order.ts";
import { isOpenReturn, requestOf } from "./return-requests.ts";

/** A match that staff take back. */
export interface Unmatch {
  /** The id that the statement has in the order's events, and its return request has. */
  returnId: string;
  actor: Actor;
}

/**
 * Takes a statement of withdrawal off an order that isn't the right one: its return is withdrawn, and its customer is told if they were emailed about it.
 * Twice is once. See docs/decisions/0356.
 *
 * @throws ReturnRefusedError if what followed can't be undone
 */
export function applyUnmatch(unchanged: OrderChange, { returnId, actor }: Unmatch): OrderChange {
  const { order } = unchanged;
  const matched = findMatch(order, returnId);
  if (!matched) return unchanged;
  const obstacle = unmatchObstacle(order, returnId);
  if (obstacle) throw new ReturnRefusedError(obstacle);
  const request = requestOf(order, { returnId });
  const isOpen = request !== undefined && isOpenReturn(request);
  const ended = isOpen
    ? addEvent(unchanged, { step: "returnWithdrawn", actor, returnId, ...itemColumns(request.items) })
    : unchanged;
  const undone = tellCustomer(addEvent(ended, { step: "withdrawalUnmatched", actor, returnId }), matched);
  return setReturns(
    undone,
    order.returns.map((other) =>
      // The words are the statement's, and aren't this order's customer's.
      other === request ? { ...other, state: isOpen ? "withdrawn" : other.state, comment: "" } : other,
    ),
  );
}

/** Why staff can't take a statement off an order, in words for them; undefined if they can. */
export function unmatchObstacle(order: Matched, returnId: string): string | undefined {
  const matched = findMatch(order, returnId);
  const followed = matched && whatFollowed(order, matched);
  return followed && `This match can't be undone: ${followed}`;
}

type Matched = Pick<Order, "orderNumber" | "events" | "refunds" | "returns">;

function findMatch({ events }: Pick<Order, "events">, returnId: string) {
  const matched = events.find((event) => event.step === "withdrawn" && event.returnId === returnId);
  return matched && !wasUnmatched(matched, events) ? matched : undefined;
}

/** Corrects what the customer was emailed about the return, if anything. What still waits to be sent is dropped instead. */
function tellCustomer(undone: OrderChange, { returnId }: OrderEvent): OrderChange {
  const { events } = undone.order;
  const emailed = events.filter(
    (event) => event.returnId === returnId && (event.step === "returnAccepted" || event.step === "returnDeclined"),
  );
  const [first, ...others] = emailed;
  if (!first) return undone;
  const mail = { kind: "orderStep" as const, orderEvent: events.at(-1)?.position ?? 0 };
  const takesBack = others.length === 0 ? { takesBack: first.position } : {};
  return { ...undone, mails: [...undone.mails, { ...mail, ...takesBack }] };
}

/** What followed from a match that can't be taken back, and what to do instead; undefined without any. */
function whatFollowed(order: Matched, matched: OrderEvent): string | undefined {
  const { orderNumber, events, refunds, returns } = order;
  const since = events.filter(({ position }) => position > matched.position);
  const happened = (...steps: OrderEvent["step"][]) => since.some(({ step }) => steps.includes(step));
  const instead = "Leave it as it is, mark the withdrawal as done, and handle the right order on its own page.";
  if (refunds.some(({ state, createdAt }) => state !== "failed" && createdAt >= matched.createdAt))
    return `a refund of order ${orderNumber} followed it. ${instead}`;
  if (happened("cancelled")) return `order ${orderNumber} was cancelled after it. ${instead}`;
  if (happened("credited")) return `the invoice of order ${orderNumber} was credited after it. ${instead}`;
  if (happened("returned", "itemReturned")) return `items of order ${orderNumber} came back after it. ${instead}`;
  const accepted = since.find(
    ({ step, returnId, actor }) => step === "returnAccepted" && returnId === matched.returnId && actor.type === "staff",
  );
  const isAccepted = returns.some(({ id, state }) => id === matched.returnId && state === "accepted");
  if (accepted && isAccepted)
    return `${actorLabel(accepted.actor)} accepted its return. Close the return request on order ${orderNumber} first.`;
  return undefined;
}
