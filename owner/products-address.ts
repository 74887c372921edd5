import { productAddress, readProductSegment } from "#shop/values/product-address.ts";

/** IDs that collide with other screens' paths. Their products use a longer path. */
const reserved = ["new", "import", "bulk", "variants"];

/** The path of a product's screen, with the basename. IDs may be any text. */
export function ownersProductAddress(id: string) {
  const address = `/owner${productAddress({ id })}`;
  return reserved.includes(id.toLowerCase()) ? `${address}/edit` : address;
}

/** Parses the product ID from a screen's path; undefined for other paths. @param path encoded, with the basename */
export function readOwnersProductId(path: string) {
  return readProductSegment(path.replace(/^\/owner/i, "").replace(/\/edit\/?$/i, ""));
}

const groupsPath = "/owner/products/groups";

/** The path of a group's screen, with the basename. Groups may be any text. */
export function ownersGroupAddress(group: string) {
  return productAddress({ id: group }).replace(/^\/products/, groupsPath);
}

/** Parses the group from its screen's path; undefined for other paths. @param path encoded, with the basename */
export function readOwnersGroup(path: string) {
  return readProductSegment(`/products${path.slice(groupsPath.length)}`);
}

/** The path of the screen that adds variants of a product. */
export function addVariantsAddress(id: string) {
  return `/owner/products/variants?${new URLSearchParams({ product: id })}`;
}

/** The preview of archiving what is sold of the sample catalog, with the basename. See docs/decisions/0404. */
export const archiveSampleAddress = "/owner/products/bulk?sample=on&change=archive";

/** The preview of deleting an archived product for good, with the basename. */
export function deleteProductAddress(number: number) {
  return `/owner/products/bulk?products=${number}&show=archived&change=delete`;
}
