import { readShownVersion } from "#shop/catalog/lists/index/current-index.ts";
import { readStock } from "#shop/catalog/lists/read-products.ts";
import type { Shop } from "#shop/shop.ts";
import { readProductSegment } from "#shop/values/product-address.ts";

/**
 * The version of the page at an address: the catalog's, that of an older index which lists come from, and for a product also its pieces in stock,
 * which change with every order.
 *
 * @param address a page's URL path and query, or its data's (`.data`)
 * @throws when the catalog can't be read
 */
export async function readPageVersion({ db, refreshSettings }: Shop, address: string) {
  const segment = readProductSegment(address.replace(/\?.*$/s, "").replace(/\.data$/, ""));
  const version = await readShownVersion(db);
  await refreshSettings(version);
  return segment ? `${version} ${await readStock(db, segment)}` : version;
}
