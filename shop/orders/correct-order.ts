import type { Database } from "#database/connect.ts";
import { areaForm, dependsOnArea } from "../delivery/delivery-area.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { optionsFor } from "../delivery/delivery-option.ts";
import type { OrderAddress } from "../delivery/full-address.ts";
import { readDeliveryOption, readDeliveryOptions } from "../delivery/read-delivery.ts";
import { validate } from "../forms/validate.ts";
import { readOrderTerms } from "../settings/settings.ts";
import { decideVat } from "../taxes/treatment.ts";
import { vatPlaceOf } from "../taxes/vat-area.ts";
import { countryOf } from "../values/countries.ts";
import { changeOrder, type OrderContext } from "./change-order.ts";
import type { OrderRow } from "./order-columns.ts";
import type { ByActor } from "./state/order.ts";
import { CorrectionRefusedError } from "./state/order.ts";

interface Correction extends ByActor {
  billingAddress: string;
  /** The destination's country and zip code, where `correctableCountries` has any. */
  area?: Area;
  /** Of an order with a delivery address: it, who gets it there, and the area of the billing address. */
  elsewhere?: Pick<OrderAddress, "recipientName" | "deliveryAddress" | "billingCountry" | "billingZipCode">;
  /** The order's version when staff decided on it. */
  version: string;
}

/**
 * Gives an order that wasn't sent another address, which its customer is told. The order's delivery option must be for that address: its price
 * was agreed for it.
 *
 * @throws OrderUnknownError, OrderChangedError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function correctAddress(
  shop: OrderContext,
  orderNumber: string,
  { version, area: typed = {}, billingAddress, elsewhere, actor }: Correction,
) {
  const { country = null, zipCode } = await requireDelivery(shop.db, orderNumber, typed);
  const address = { billingAddress, country, zipCode: zipCode || null, ...elsewhere };
  await changeOrder(shop, orderNumber, { type: "correctAddress", actor, address }, { version });
}

/**
 * The countries of which an order's corrected address has one; none where country and zip code decide nothing. An order to a country that the
 * shop no longer delivers to keeps it.
 */
export async function correctableCountries(db: Database, { country }: Pick<OrderAddress, "country">) {
  const { countries } = await readOrderTerms(db);
  if (country === null && !dependsOnArea(await readDeliveryOptions(db), countries)) return [];
  const former = countryOf(country ?? "");
  return former && countries.every(({ code }) => code !== country) ? [...countries, former] : countries;
}

/** @throws CorrectionRefusedError if the order's delivery option isn't for an area */
async function requireDelivery(db: Database, orderNumber: string, { country, zipCode }: Area): Promise<Area> {
  const order = await db
    .selectFrom("orders")
    .select(["country", "zipCode", "deliveryOptionId", "isPickup", "vatKind"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  const countries = order ? await correctableCountries(db, order) : [];
  if (!order || countries.length === 0) return {};
  const { values: area, errors } = validate(areaForm(countries), { country, zipCode });
  if (errors) throw new CorrectionRefusedError(Object.values(errors)[0]);
  const option = order.deliveryOptionId && (await readDeliveryOption(db, order.deliveryOptionId));
  if (option && optionsFor([option], area).length === 0)
    throw new CorrectionRefusedError(
      `The order's delivery option, ${option.name}, isn't for this address. Keep the country and zip code, or cancel the order.`,
    );
  if (!option && order.country !== null && area.country !== order.country)
    throw new CorrectionRefusedError(
      "The order's delivery option was deleted, so its country can't change. Cancel the order instead.",
    );
  if (await hasOtherVat(db, order, area)) throw new CorrectionRefusedError(otherVatMessage(order, area));
  return area;
}

/** Whether an order would have been taxed otherwise at a new address. */
async function hasOtherVat(
  db: Database,
  order: Pick<OrderRow, "country" | "zipCode" | "isPickup" | "vatKind">,
  area: Area,
) {
  if (order.isPickup) return false;
  const place = ({ country, zipCode }: { country?: string | null | undefined; zipCode?: string | null | undefined }) =>
    country ? vatPlaceOf({ country, zipCode: zipCode ?? undefined }).country : undefined;
  if (order.country !== null && place(order) === place(area)) return false;
  const { taxes } = await readOrderTerms(db);
  return order.vatKind !== null || decideVat(taxes, area).kind !== null;
}

/** Some zip codes are outside the VAT area of their country, such as Svalbard's. */
function otherVatMessage(order: Pick<OrderRow, "country">, { country, zipCode }: Area) {
  const isOfZipCode = country && vatPlaceOf({ country, zipCode }).country !== vatPlaceOf({ country }).country;
  return isOfZipCode || country === order.country
    ? `Zip code ${zipCode} is in another VAT area than the order. Use an address in the order's VAT area, or cancel the order and ask for a new one.`
    : "This address has other VAT than the order. Keep the country, or cancel the order and ask for a new one.";
}

/**
 * Undoes that an order was marked as sent, within an hour. See docs/decisions/0129.
 *
 * @returns whether the customer is notified: not while the mail about the parcel was still waiting
 * @throws OrderUnknownError, TransitionRefusedError, CorrectionRefusedError; nothing is changed then
 */
export async function undoSent(shop: OrderContext, orderNumber: string, by: ByActor) {
  const { mails } = await changeOrder(shop, orderNumber, { type: "undoSent", ...by });
  return mails.length > 0;
}
