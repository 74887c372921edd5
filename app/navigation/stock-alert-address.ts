import { href } from "react-router";

/** Where shoppers ask for an email when a product is back. */
export function stockAlertAddress(productId: string) {
  return `${href("/back-in-stock")}?product=${encodeURIComponent(productId)}`;
}
