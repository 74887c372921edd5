import { readSettings, type StoredSettings, saveSettings } from "#shop/settings/settings.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Sets the delivery cost as the owner would; other settings keep their defaults. */
export async function setDelivery(
  shop: ShopDatabase,
  { price = "", freeFrom = "", days = "" }: { price?: string; freeFrom?: string; days?: string },
) {
  const original = await readSettings(shop.db);
  const settings: StoredSettings = {
    ...original,
    deliveryPrice: price,
    deliveryFreeFrom: freeFrom,
    deliveryDays: days,
  };
  await saveSettings(shop, settings, { original, actor: "owner@example.com" });
  await shop.refreshSettings();
}
