import { changeOrder, type Decision, type OrderContext } from "./change-order.ts";
import type { ByActor } from "./state/order.ts";
import type { Shipment } from "./state/transition.ts";
import { readOpenWithdrawals } from "./withdrawals/withdrawal-terms.ts";

// What staff do with an order, apart from its money. The state machine refuses what the order's state doesn't allow.

/** The order's parcel is on its way; where the shop sends before it is paid, also one with an unpaid invoice. @throws OrderUnknownError, OrderChangedError, TransitionRefusedError */
export async function sendOrder(shop: OrderContext, orderNumber: string, by: ByActor & Shipment, decision?: Decision) {
  const beforePayment = shop.settings.invoiceTerms?.sendsUnpaid ?? false;
  const withdrawals = await readOpenWithdrawals(shop, orderNumber);
  await changeOrder(shop, orderNumber, { type: "send", beforePayment, withdrawals, ...by }, decision);
}

/** The order's parcel has arrived. @throws OrderUnknownError, OrderChangedError, TransitionRefusedError */
export async function deliverOrder(shop: OrderContext, orderNumber: string, by: ByActor, decision?: Decision) {
  await changeOrder(shop, orderNumber, { type: "deliver", ...by }, decision);
}

/** The order's items came back, and are restocked. Their refund is a step of its own. @throws OrderUnknownError, OrderChangedError, TransitionRefusedError */
export async function returnOrder(shop: OrderContext, orderNumber: string, by: ByActor, decision?: Decision) {
  await changeOrder(shop, orderNumber, { type: "return", ...by }, decision);
}

/** Adds a note that the customer doesn't see. @throws OrderUnknownError, OrderChangedError */
export async function addNote(shop: OrderContext, orderNumber: string, by: ByActor, decision?: Decision) {
  await changeOrder(shop, orderNumber, { type: "note", ...by }, decision);
}
