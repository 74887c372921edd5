/**
 * Where a product's page is, below the shop. Ids are any text, slashes too; and one that ends like the address of a page's data
 * isn't taken for it.
 */
export function productAddress(id: string) {
  return `/products/${encodeURIComponent(id.toWellFormed()).replace(/\.data$/, "%2Edata")}`;
}
