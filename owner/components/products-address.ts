import { productAddress, readProductId } from "#shop/catalog/product-address.ts";

/** Ids that are words of addresses too: their products have an address of another form. */
const reserved = ["new", "import"];

/** Where a product's own screen is, with the basename. Ids are any text. */
export function ownersProductAddress(id: string) {
  const address = `/owner${productAddress(id)}`;
  return reserved.includes(id.toLowerCase()) ? `${address}/edit` : address;
}

/** The id in the path of a product's own screen; undefined for any other path. @param path still encoded, with the basename */
export function readOwnersProductId(path: string) {
  return readProductId(path.replace(/^\/owner/i, "").replace(/\/edit\/?$/i, ""));
}
