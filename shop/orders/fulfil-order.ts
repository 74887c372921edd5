import { changeOrder, type OrderContext } from "./change-order.ts";
import type { ByActor } from "./state/order.ts";
import type { Shipment } from "./state/transition.ts";

// What staff do with an order, apart from its money. The state machine refuses what the order's state doesn't allow.

/** The order's parcel is on its way. @throws OrderUnknownError, TransitionRefusedError */
export async function sendOrder(shop: OrderContext, orderNumber: string, by: ByActor & Shipment) {
  await changeOrder(shop, orderNumber, { type: "send", ...by });
}

/** The order's parcel has arrived. @throws OrderUnknownError, TransitionRefusedError */
export async function deliverOrder(shop: OrderContext, orderNumber: string, by: ByActor) {
  await changeOrder(shop, orderNumber, { type: "deliver", ...by });
}

/** The order's items came back, and are restocked. Their refund is a step of its own. @throws OrderUnknownError, TransitionRefusedError */
export async function returnOrder(shop: OrderContext, orderNumber: string, by: ByActor) {
  await changeOrder(shop, orderNumber, { type: "return", ...by });
}

/** Adds a note that the customer doesn't see. @throws OrderUnknownError */
export async function addNote(shop: OrderContext, orderNumber: string, by: ByActor) {
  await changeOrder(shop, orderNumber, { type: "note", ...by });
}
