import { join } from "node:path";
import { readConfig } from "#server/environment/config.ts";
import { loadFirstCatalog, openShop } from "#shop/open/open-shop.ts";
import { registerVerified } from "../support/customers.ts";
import { setUpDiscount } from "../support/discounts.ts";
import { setSettings } from "../support/set-settings.ts";
import { type Goods, soakCode } from "./shopper.ts";

/** Even with the discount, a cart costs at least as much as Stripe takes in any currency here: 3.00 kroner. */
const leastPriceCents = 400;

/** The sample catalog, one product of which will sell out, a discount code, and verified customers. */
export async function stockShop(
  environment: Record<string, string>,
  { shoppers, currency = "USD" }: { shoppers: number; currency?: string },
) {
  const shop = await openShop(readConfig(environment), () => {});
  await loadFirstCatalog(shop, join(import.meta.dirname, "../../catalog/products.json"), () => {});
  await setSettings(shop, { currency });
  await shop.db.updateTable("products").set({ stock: 1_000_000, availabilityStatus: "In Stock" }).execute();
  await shop.db.updateTable("products").set({ stock: 20 }).where("position", "=", 1).execute();
  const sold = shop.db.selectFrom("products").select(["id", "priceCents", "stock"]);
  const goods: Goods[] = await sold.where("priceCents", ">=", leastPriceCents).execute();
  const emails = Array.from({ length: shoppers }, (_, number) => `shopper${number}@example.com`);
  for (const email of emails) await registerVerified(shop, { email });
  await setUpDiscount(shop, { code: soakCode.code, uses: String(soakCode.uses) });
  await shop.db.destroy();
  return { goods, emails };
}
