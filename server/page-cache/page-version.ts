import { readCatalogRevision } from "#shop/catalog/catalog-revision.ts";
import { readProductId } from "#shop/catalog/product-address.ts";
import { readStock } from "#shop/catalog/read-products.ts";
import type { Shop } from "#shop/shop.ts";

/**
 * What the page at an address follows from, beside the address: the catalog's revision, and of a product the pieces in stock, which change
 * with every order.
 *
 * @param address with its query: a page's, or that of its data (`.data`)
 * @throws when the catalog can't be read
 */
export async function readPageVersion({ db, followFacts }: Shop, address: string) {
  const id = readProductId(address.replace(/\?.*$/s, "").replace(/\.data$/, ""));
  const revision = await readCatalogRevision(db);
  await followFacts(revision);
  return id ? `${revision} ${await readStock(db, id)}` : revision;
}
