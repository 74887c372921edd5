import { addressOnOneLine, isSameAddress, type OrderAddress } from "../../delivery/full-address.ts";
import { wasUndone } from "./events.ts";
import { addEvent, type ByActor, CorrectionRefusedError, eventOf, type Order, type OrderChange } from "./order.ts";
import { nextState, orderStateName } from "./state-machine.ts";

const undoableForMs = 60 * 60_000;

/** Whether staff may still undo that they marked an order as sent. */
export function canUndoSent({ state, events }: Pick<Order, "state" | "events">, now: Date) {
  const isAllowed = nextState(state, { step: "sentUndone" }, events) !== undefined;
  return isAllowed && isRecent(events, now.getTime()) && !hasComeBack(events);
}

/** Undoes "sent" within an hour. The customer is only notified if the mail about it is no longer waiting. */
export function applySentUndone(unchanged: OrderChange, by: ByActor): OrderChange {
  const { events } = unchanged.order;
  const undone = addEvent(unchanged, eventOf("sentUndone", by), "orderStep");
  if (!isRecent(events, unchanged.at))
    throw new CorrectionRefusedError(`This order was marked as ${sentWords(unchanged.order)} more than an hour ago`);
  if (hasComeBack(events)) throw new CorrectionRefusedError("Items of this order have come back, so it was sent");
  const takesBack = lastSent(events)?.position;
  const mails = undone.mails.map((mail) => (takesBack === undefined ? mail : { ...mail, takesBack }));
  return { ...undone, mails };
}

function sentWords({ isPickup }: Pick<Order, "isPickup">) {
  return orderStateName({ state: "sent", isPickup }).toLowerCase();
}

function isRecent(events: Order["events"], now: number) {
  return now - (lastSent(events)?.createdAt ?? 0) <= undoableForMs;
}

/** Whether items were sent back: they would be packed, and restocked by a cancellation, once more. */
function hasComeBack(events: Order["events"]) {
  return events.some(({ step }) => step === "itemReturned");
}

function lastSent(events: Order["events"]) {
  return events.findLast(({ step }) => step === "sent");
}

/** What a correction changes of an order's addresses. */
export type CorrectedAddress = Pick<OrderAddress, "billingAddress" | "country" | "zipCode"> & Partial<OrderAddress>;

/** Gives an order that wasn't sent another address. Its event keeps the former one. */
export function applyAddress(
  unchanged: OrderChange,
  { actor, address }: ByActor & { address: CorrectedAddress },
): OrderChange {
  const { order } = unchanged;
  const note = `Formerly ${addressOnOneLine(order)}`;
  const corrected = addEvent(unchanged, { step: "addressCorrected", actor, note }, "orderStep");
  if (isSameAddress(order, { ...order, ...address }))
    throw new CorrectionRefusedError("This is already the order's address");
  return { ...corrected, order: { ...corrected.order, ...address } };
}

/** A mail that was sent before. */
export interface ResentMail {
  kind: "order" | "orderStep";
  /** The position of the event that it is about; null for the confirmation. */
  orderEvent: number | null;
  subject: string;
}

/** Sends a mail again, unless what it says was undone. */
export function applyResend(unchanged: OrderChange, { actor, mail }: ByActor & { mail: ResentMail }): OrderChange {
  const { kind, orderEvent, subject } = mail;
  const { order } = unchanged;
  const { events } = order;
  const undone = events.find((event) => event.position === orderEvent && wasUndone(event, events));
  if (undone)
    throw new CorrectionRefusedError(
      `This email no longer applies: the order isn't marked as ${undone.step === "paid" ? "paid" : sentWords(order)} any more`,
    );
  const resent = addEvent(unchanged, { step: "mailResent", actor, note: subject });
  return { ...resent, mails: [{ kind, orderEvent: orderEvent ?? 0 }] };
}
