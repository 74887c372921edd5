import { CatalogFileError } from "./catalog-file-error.ts";

/** Columns, in small letters, by which exports of other shops are known. */
const otherShops: Record<string, string[][]> = {
  Shopify: [
    ["handle", "title", "vendor"],
    ["handle", "variant price"],
    ["url handle", "title", "vendor"],
  ],
  WooCommerce: [
    ["id", "type", "sku", "name"],
    ["sku", "name", "regular price"],
  ],
};

/** Says so if a file is another shop's export, rather than what is wrong with each of its lines. @throws CatalogFileError */
export function checkOtherShops(columns: string[]) {
  const found = new Set(columns.map((name) => name.toLowerCase()));
  const shop = Object.keys(otherShops).find((name) =>
    otherShops[name]?.some((needed) => needed.every((column) => found.has(column))),
  );
  if (!shop) return;
  throw new CatalogFileError(
    `This is a ${shop} product export. Torg can't import it yet: rename its columns to id, title, description, category, price and stock`,
  );
}
