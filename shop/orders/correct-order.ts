import type { Database } from "#database/connect.ts";
import { locate } from "../delivery/address-area.ts";
import { optionsFor } from "../delivery/delivery-option.ts";
import { readDeliveryOption } from "../delivery/read-delivery.ts";
import { readOrderTerms } from "../settings/settings.ts";
import { changeOrder, type OrderContext } from "./change-order.ts";
import type { ByActor } from "./order.ts";
import { CorrectionRefusedError } from "./order.ts";

interface Correction extends ByActor {
  billingAddress: string;
  /** The order's version when staff decided on it. */
  version: string;
}

/**
 * Gives an order that wasn't sent another address, which its customer is told. The order's delivery option must be for that address: its price
 * was agreed for it.
 *
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function correctAddress(shop: OrderContext, orderNumber: string, { version, ...correction }: Correction) {
  await requireDelivery(shop.db, orderNumber, correction.billingAddress);
  await changeOrder(shop, orderNumber, { type: "correctAddress", ...correction }, version);
}

/** @throws CorrectionRefusedError if the order's delivery option isn't for an address */
async function requireDelivery(db: Database, orderNumber: string, address: string) {
  const order = await db
    .selectFrom("orders")
    .select(["billingAddress", "deliveryOptionId"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!order?.deliveryOptionId) return;
  const { countries } = await readOrderTerms(db);
  const option = await readDeliveryOption(db, order.deliveryOptionId);
  if (option) {
    if (optionsFor([option], address, countries).length > 0) return;
    throw new CorrectionRefusedError(
      `The order's delivery option, ${option.name}, isn't for this address. Keep the country and zip code, or cancel the order.`,
    );
  }
  const known = { known: countries, assumed: countries.length === 1 ? countries[0] : undefined };
  if (locate(address, known).country !== locate(order.billingAddress, known).country)
    throw new CorrectionRefusedError(
      "The order's delivery option was deleted, so its country can't change. Cancel the order instead.",
    );
}

/**
 * Undoes that an order was marked as sent, within an hour.
 *
 * @returns whether the customer is notified: not while the mail about the parcel was still waiting
 * @throws OrderUnknownError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function undoSent(shop: OrderContext, orderNumber: string, by: ByActor) {
  const { mails } = await changeOrder(shop, orderNumber, { type: "undoSent", ...by });
  return mails.length > 0;
}
