import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#database/schema.ts";

/** What a product's address is made of. */
export interface AddressedProduct {
  id: string;
  /** The last part of the address; none for the ID. */
  address?: string | null | undefined;
}

/**
 * Where a product's page is, below the shop. Ids are any text, slashes too; and one that ends like the address of a page's data
 * isn't taken for it.
 */
export function productAddress({ id, address }: AddressedProduct) {
  return `/products/${encodeURIComponent((address ?? id).toWellFormed()).replace(/\.data$/, "%2Edata")}`;
}

/**
 * The last part of the path of a product's page: its address or ID; undefined for any other path. Not React Router's parameter, which is
 * the same for `a/b` and `a%2Fb`.
 *
 * @param path as it was asked for, still encoded
 */
export function readProductSegment(path: string) {
  const [, segment] = /^\/products\/([^/]+)\/?$/i.exec(path) ?? [];
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Whether a product's page is, or would be without an address, at the last part of a path. */
export function isAt(segment: string) {
  return (eb: ExpressionBuilder<Schema, "products" | "archivedProducts">) =>
    eb.or([eb("address", "=", segment), eb("id", "=", segment)]);
}
