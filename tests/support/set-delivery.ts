import { readFacts, type ShopFacts, saveFacts } from "#shop/owners/shop-facts.ts";
import type { ShopDatabase } from "#shop/shop.ts";

/** Has the shop's owner say what delivery costs; what isn't named is as it comes. */
export async function setDelivery(
  shop: ShopDatabase,
  { price = "", freeFrom = "", days = "" }: { price?: string; freeFrom?: string; days?: string },
) {
  const seen = await readFacts(shop.db);
  const facts: ShopFacts = { ...seen, deliveryPrice: price, deliveryFreeFrom: freeFrom, deliveryDays: days };
  await saveFacts(shop, facts, { seen, actor: "owner@example.com" });
  await shop.followFacts();
}
