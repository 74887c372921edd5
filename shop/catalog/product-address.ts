/**
 * Where a product's page is, below the shop. Ids are any text, slashes too; and one that ends like the address of a page's data
 * isn't taken for it.
 */
export function productAddress(id: string) {
  return `/products/${encodeURIComponent(id.toWellFormed()).replace(/\.data$/, "%2Edata")}`;
}

/**
 * The id in the path of a product's page; undefined for any other path. Not React Router's parameter, which is the same for the ids
 * `a/b` and `a%2Fb`.
 *
 * @param path as it was asked for, still encoded
 */
export function readProductId(path: string) {
  const [, id] = /^\/products\/([^/]+)\/?$/i.exec(path) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
