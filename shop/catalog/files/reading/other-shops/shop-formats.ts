import { cleanText } from "../../../../text/clean-text.ts";
import { everShop } from "./evershop.ts";
import { prestaShop } from "./prestashop.ts";
import type { ShopFormat } from "./shop-format.ts";
import { shopify } from "./shopify.ts";
import { squarespace } from "./squarespace.ts";
import { wooCommerce } from "./woocommerce.ts";

/** The systems whose exports the shop reads. */
export const shopFormats: ShopFormat[] = [shopify, wooCommerce, squarespace, prestaShop, everShop];

/** What may stand in the first line of an export, for `detectTable`. */
export const exportHeads = new Map(
  shopFormats.flatMap(({ columns }) =>
    Object.values(columns).flatMap(({ heads }) => heads.map((head) => [head, head] as const)),
  ),
);

/** A column's name as formats have it: "Variant ID [Non Editable]" → "variant id", "Name *" → "name". */
export function normalizeHead(written: string) {
  const text = cleanText(written).toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ");
  return text
    .replace(/ ?\[[^[\]]{0,40}\]$/, "")
    .replace(/ ?\*$/, "")
    .replace(/^#/, "");
}

/** The system that wrote a file with these columns; undefined for the shop's own and unknown ones. */
export function formatOf(columns: string[]) {
  const heads = new Set(columns.map(normalizeHead));
  const hasAll = (signs: string[]) => signs.every((sign) => heads.has(sign));
  if (hasAll(["id", "title", "price"])) return undefined;
  return shopFormats.find(
    ({ signs, foreignSigns = [] }) => signs.some(hasAll) && !foreignSigns.some((sign) => heads.has(sign)),
  );
}
