/** Where a product's page is, below the shop. Ids are any text, slashes too. */
export function productAddress(id: string) {
  return `/products/${encodeURIComponent(id)}`;
}
