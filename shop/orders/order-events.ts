import type { Database } from "#database/connect.ts";
import type { OrderTransition } from "#database/schema.ts";
import type { EventType } from "../events/event-types.ts";
import { queueEvents } from "../events/queue-event.ts";
import { readAdminOrder, toOrderDetailsJson } from "./views/admin.ts";

/** What other programs are told of an order's events. The others are the shop's own business. */
const typesOfSteps: Partial<Record<OrderTransition | "placed", EventType>> = {
  placed: "order.created",
  paid: "order.paid",
  paymentUndone: "order.payment_undone",
  sent: "order.fulfilled",
  cancelled: "order.cancelled",
  refunded: "order.refunded",
  refundedInPart: "order.refunded",
  credited: "order.credited",
  returned: "order.returned",
  itemReturned: "order.returned",
  returnRequested: "order.return_requested",
  returnAccepted: "order.return_updated",
  returnDeclined: "order.return_updated",
  returnWithdrawn: "order.return_updated",
  withdrawn: "order.withdrawn",
  withdrawalUnmatched: "order.withdrawal_unmatched",
};

/** Tells other programs of what has just happened to an order, in the transaction that has saved it. @param wanted what this transaction has read by `readWantedEvents` */
export async function announceOrder(
  transaction: Database,
  orderNumber: string,
  steps: (OrderTransition | "placed")[],
  now: Date,
  wanted?: ReadonlySet<string>,
) {
  const types = steps.flatMap((step) => typesOfSteps[step] ?? []);
  const events = [...new Set(types)].map((type) => ({ type, subject: orderNumber }));
  const read = async () => toOrderDetailsJson(await readAdminOrder(transaction, orderNumber));
  await queueEvents(transaction, events, now, { read, wanted });
}
