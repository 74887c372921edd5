import type { OrderTransition } from "#database/schema.ts";
import { awaitsOfflinePayment } from "../orders/payment/offline-payment.ts";
import { type OrderEvent, wasUndone, wasUnmatched } from "../orders/state/events.ts";
import { requestOf } from "../orders/state/return-requests.ts";
import type { OrderDetails } from "../orders/views/read-order.ts";
import { withoutReversed } from "../orders/views/receipt.ts";

/** Whether an order is still to be handed over: only then may a mail say that it will be. */
export function isYetToGo({ state }: Pick<OrderDetails, "state">) {
  return state === "awaiting-payment" || state === "paid";
}

type Outdated = (order: OrderDetails, event: OrderEvent) => boolean;

/** Whether a refund failed after all: the mail about that says so. */
const wasReversed: Outdated = ({ events }, event) => !withoutReversed(events).includes(event);

/** Finds mails about a step that something made wrong before they could be sent. What happened since has its own mail. */
const outdated: Partial<Record<OrderTransition, Outdated>> = {
  paid: ({ events }, event) => wasUndone(event, events),
  paymentUndone: (order) => !awaitsOfflinePayment(order),
  sent: ({ events }, event) => wasUndone(event, events),
  sentUndone: (order) => !isYetToGo(order),
  refunded: wasReversed,
  refundedInPart: wasReversed,
  reminded: (order) => !awaitsOfflinePayment(order),
  returnAccepted: (order, event) => requestOf(order, event)?.state === "declined" || wasUnmatched(event, order.events),
  returnDeclined: ({ events }, event) => wasUnmatched(event, events),
};

/** Whether a mail about a step would mislead its customer by now. Mails are written when they are sent, which may be hours after the step. */
export function isOutdated(order: OrderDetails, event: OrderEvent) {
  return outdated[event.step]?.(order, event) ?? false;
}
