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

/** Who brings parcels that the shop knows how to follow. */
export const carriers = ["Bring", "Posten", "PostNord", "DHL", "UPS", "FedEx", "GLS", "DPD"];

/** Where parcels are followed, by who brings them. A parcel's number comes last. */
const trackingPages: Record<string, string> = {
  bring: "https://sporing.bring.no/sporing/",
  posten: "https://sporing.posten.no/sporing/",
  postnord: "https://tracking.postnord.com/en/tracking?id=",
  dhl: "https://www.dhl.com/en/home/tracking.html?tracking-id=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  gls: "https://gls-group.com/track/",
  dpd: "https://tracking.dpd.de/status/en_US/parcel/",
};

/** The address at which a parcel is followed; undefined for carriers that the shop doesn't know. */
export function trackingLink(carrier: string | null, tracking: string | null) {
  const page = trackingPages[(carrier ?? "").toLowerCase().replaceAll(/[^a-z]/g, "")];
  return page && tracking ? page + encodeURIComponent(tracking) : undefined;
}
