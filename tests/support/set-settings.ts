import { readSettings, type StoredSettings, saveSettings } from "#shop/settings/settings.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Changes some of the shop's settings, as its owner does. */
export async function setSettings(shop: ShopDatabase, fields: Partial<StoredSettings>) {
  const original = await readSettings(shop.db);
  await saveSettings(shop, { ...original, ...fields }, { original, actor: "owner@example.com" });
  await shop.refreshSettings();
}
