import { editDelivery } from "#shop/delivery/change-delivery.ts";
import { type DeliveryFields, toDeliveryForm } from "#shop/delivery/delivery-form.ts";
import { readDeliveryRows } from "#shop/delivery/read-delivery.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Sets the terms of the shop's first delivery option as the owner would; other fields get their defaults. */
export async function setDelivery(shop: ShopDatabase, fields: Partial<DeliveryFields>) {
  const [first] = await readDeliveryRows(shop.db);
  if (!first) throw new Error("The shop has no delivery option");
  const original = toDeliveryForm(first, shop.settings.currency);
  const empty = {
    price: "",
    freeFrom: "",
    days: "",
    daysFrom: "",
    skipsWeekends: "",
    countries: "",
    postcodes: "",
    pickup: "",
    pickupPlace: "",
    disabled: "",
  };
  const next = { ...empty, name: original.name, ...fields } as DeliveryFields;
  await editDelivery(shop, first.id, next, { original, actor: "owner@example.com" });
  await shop.refreshSettings();
}
