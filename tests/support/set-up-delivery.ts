import { addDelivery, deleteDelivery } from "#shop/delivery/change-delivery.ts";
import { addPlace } from "#shop/delivery/change-places.ts";
import { type DeliveryFields, deliveryForm } from "#shop/delivery/delivery-form.ts";
import { type PlaceFields, placeForm } from "#shop/delivery/place-form.ts";
import { readDeliveryRows, readPlaceRows } from "#shop/delivery/read-delivery.ts";
import { validate } from "#shop/forms/validate.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import { setDelivery } from "./set-delivery.ts";

/** A delivery option's form that is filled in well, with the given fields changed. */
export function deliveryFields(changes: Partial<DeliveryFields> = {}) {
  const { values, errors } = validate(deliveryForm(defaultFormats), {
    name: "Express",
    price: "9.90",
    days: "1",
    ...changes,
  });
  if (!values) throw new Error(JSON.stringify(errors));
  return values;
}

/** Adds a delivery option to a shop, as its owner does. @returns its id */
export async function setUpDelivery(shop: ShopDatabase, changes: Partial<DeliveryFields> = {}) {
  const fields = deliveryFields(changes);
  await addDelivery(shop, fields, "olga@example.com");
  await shop.refreshSettings();
  return deliveryId(shop, fields.name);
}

/** A place's form that is filled in well. */
export const oslo = {
  ...{ name: "Our shop in Oslo", street: "Storgata 1", zipCode: "0155", city: "Oslo", country: "NO" },
  ...{ hours: "Mon–Fri 10–18\nSat 10–14, 16–18:30", note: "Through the yard, second door" },
};

/** Adds a place to a pickup option, as its owner does. @returns its id */
export async function setUpPlace(
  shop: ShopDatabase,
  optionId: number,
  changes: Partial<PlaceFields> & { name: string },
) {
  const { values, errors } = validate(placeForm, changes);
  if (!values) throw new Error(JSON.stringify(errors));
  await addPlace(shop, optionId, values, "olga@example.com");
  const place = (await readPlaceRows(shop.db)).findLast(({ deliveryOptionId }) => deliveryOptionId === optionId);
  return place?.id ?? 0;
}

/** The id of a shop's delivery option. */
export async function deliveryId({ db }: Pick<ShopDatabase, "db">, name = "Standard") {
  const option = (await readDeliveryRows(db)).find((row) => row.name === name);
  if (!option) throw new Error(`There is no option ${name}`);
  return option.id;
}

/** Leaves a new shop's only option. */
export async function removeDeliveries(shop: ShopDatabase) {
  await setDelivery(shop, {});
  for (const { id, name } of await readDeliveryRows(shop.db))
    if (name !== "Standard") await deleteDelivery(shop, id, "olga@example.com");
  await shop.refreshSettings();
}
