import { readCatalogRevision } from "#shop/catalog/catalog-revision.ts";
import { readStock } from "#shop/catalog/read-products.ts";
import type { Shop } from "#shop/open-shop.ts";

/**
 * What the page at a path follows from, beside the path: the catalog's revision, and of a product the pieces in stock, which change
 * with every order.
 *
 * @param path with its query, as it was asked for: a document's, or that of its data (`.data`)
 * @throws when the catalog can't be read
 */
export async function readPageVersion({ db }: Shop, path: string) {
  const [, id] = /^\/products\/([^/?]+?)(?:\.data)?(?:\?|$)/.exec(path) ?? [];
  const revision = await readCatalogRevision(db);
  return id ? `${revision} ${await readStock(db, decodeURIComponent(id))}` : revision;
}
