import { categoryPaths } from "./category-paths.ts";
import {
  cellOf,
  isNo,
  isYes,
  listIn,
  optionalText,
  pathOf,
  picturesOf,
  readGtin,
  readWeight,
  salePriceOf,
  textOf,
} from "./export-values.ts";
import { oldSlug } from "./old-slug.ts";
import type { OtherVariant } from "./other-product.ts";
import type { ExportReading, ExportRow, ShopFormat } from "./shop-format.ts";

/**
 * PrestaShop's list of products as its back office exports it, and files in the form that its import reads
 * (https://docs.prestashop-project.org/1-6-documentation/user-guide/managing-advanced-parameters/csv-import-parameters), in which rows with attributes are
 * a product's combinations.
 */
export const prestaShop: ShopFormat = {
  name: "PrestaShop",
  signs: [
    ["name", "price tax excluded"],
    ["name", "price tax included"],
    ["name", "price (tax excl.)"],
    ["product id", "name", "base price"],
    ["active (0/1)", "name"],
    ["product id", "name", "reference"],
    ["product id", "attribute (name:type:position)"],
  ],
  refused: [
    {
      signs: ["attribute (name:type:position)"],
      lacks: "name",
      why: "This is PrestaShop's file of combinations, which has no names. Add the columns Name and Price tax included with each product's own row, or set up the variants here",
    },
  ],
  columns: {
    id: { heads: ["product id", "id"], becomes: "which rows belong together" },
    active: { heads: ["active (0/1)", "active", "status", "enabled"], becomes: "disabled products are left out" },
    name: { heads: ["name"], becomes: "Title" },
    categories: {
      heads: ["categories (x,y,z...)", "categories", "category"],
      becomes: "Category (the most specific), and tags for others",
    },
    priceWithTax: { heads: ["price tax included", "price (tax incl.)", "final price"], becomes: "Price" },
    priceWithoutTax: {
      heads: ["price tax excluded", "price (tax excl.)", "base price"],
      becomes: "Price, where there is none with tax",
    },
    discountAmount: { heads: ["discount amount"], becomes: "Sale price" },
    discountPercent: { heads: ["discount percent"], becomes: "Sale price" },
    saleStarts: { heads: ["discount from (yyyy-mm-dd)"], becomes: "Sale starts" },
    saleEnds: { heads: ["discount to (yyyy-mm-dd)"], becomes: "Sale ends" },
    sku: { heads: ["reference #", "reference"], becomes: "SKU" },
    brand: { heads: ["manufacturer", "brand"], becomes: "Brand" },
    barcode: { heads: ["ean13", "ean-13 or jan barcode", "ean"], becomes: "Barcode (GTIN)" },
    weight: { heads: ["weight", "weight (kg)"], becomes: "Weight in grams, from kilograms" },
    stock: { heads: ["quantity"], becomes: "Stock" },
    visibility: { heads: ["visibility"], becomes: "hidden products are left out" },
    short: { heads: ["summary", "short description"], becomes: "the beginning of Description" },
    description: { heads: ["description"], becomes: "Description, as Markdown" },
    tags: { heads: ["tags (x,y,z...)", "tags"], becomes: "Tags" },
    seoTitle: { heads: ["meta title"], becomes: "Title for search engines" },
    seoDescription: { heads: ["meta description"], becomes: "Description for search engines" },
    url: { heads: ["url rewritten", "friendly url"], becomes: "ID, address and group" },
    pictures: { heads: ["image urls (x,y,z...)", "image urls", "image"], becomes: "Gallery" },
    alts: { heads: ["image alt texts (x,y,z...)"], becomes: "Alt texts" },
    isVirtual: { heads: ["virtual product"], becomes: "downloads are left out" },
    attributes: { heads: ["attribute (name:type:position)"], becomes: "the names of Options" },
    values: { heads: ["value (value:position)"], becomes: "the values of Options" },
    priceImpact: { heads: ["impact on price"], becomes: "a variant's Price" },
    weightImpact: { heads: ["impact on weight"], becomes: "a variant's weight" },
  },
  amounts: ["priceWithTax", "priceWithoutTax", "discountAmount", "priceImpact"],
  placeOf: (row) => ({ names: [cellOf(row, "id") ? `id:${cellOf(row, "id")}` : `line:${row.line}`] }),
  handleOf: (row) => (isCombination(row) && cellOf(row, "name") === "" ? "" : handleOf(row)),
  readProduct,
};

function isCombination(row: ExportRow) {
  return cellOf(row, "values") !== "";
}

function handleOf(row: ExportRow) {
  return oldSlug(textOf(row, "url")) || oldSlug(textOf(row, "name")) || cellOf(row, "id");
}

function readProduct(rows: ExportRow[], reading: ExportReading) {
  const base = rows.find((row) => cellOf(row, "name") !== "") ?? (rows[0] as ExportRow);
  const reason = leftOutBecause(base);
  if (reason) return void reading.leaveOut(reason, textOf(base, "name"));
  const handle = handleOf(base);
  const categories = categoryPaths(
    listIn(textOf(base, "categories")).map((path) => pathOf(path, path.includes(">") ? ">" : "/")),
  );
  const combinations = rows.filter(isCombination);
  const sold = combinations.length > 0 ? combinations : rows;
  return {
    handle,
    title: textOf(base, "name"),
    ...descriptionOf(base, reading),
    brand: optionalText(base, "brand", reading),
    categories,
    tags: reading.has("tags") ? listIn(textOf(base, "tags")) : undefined,
    pictures: reading.has("pictures") ? picturesIn(base) : undefined,
    seoTitle: optionalText(base, "seoTitle", reading),
    seoDescription: optionalText(base, "seoDescription", reading),
    variants: sold.map((row) => readVariant(row, base, reading)),
    addresses: addressesOf(base, categories),
  };
}

function leftOutBecause(row: ExportRow) {
  if (isYes(cellOf(row, "isVirtual"))) return "downloads and services";
  if (isNo(cellOf(row, "active")) || /^disabled$/i.test(cellOf(row, "active"))) return "disabled products";
  return /^none$/i.test(cellOf(row, "visibility")) ? "hidden products" : undefined;
}

function descriptionOf(row: ExportRow, { has }: ExportReading) {
  if (!has("description") && !has("short")) return {};
  const parts = ["short", "description"].map((column) => (row.cells[column] ?? "").trim());
  return { description: [...new Set(parts)].filter((part) => part !== "").join("\n\n") };
}

function picturesIn(row: ExportRow) {
  return picturesOf(
    listIn(cellOf(row, "pictures")),
    cellOf(row, "alts")
      .split(",")
      .map((alt) => alt.trim()),
  );
}

/** "/tees/7-soft-tee.html", and with its barcode: PrestaShop's usual form. */
function addressesOf(row: ExportRow, categories: string[][]) {
  const [id, barcode] = [cellOf(row, "id"), cellOf(row, "barcode")];
  if (!/^\d+$/.test(id)) return [];
  const ends = ["", ...(barcode ? [`-${barcode}`] : [])].map((end) => `${id}-${handleOf(row)}${end}.html`);
  const folders = ["/", ...categories.map((path) => `/${oldSlug(path.at(-1) ?? "")}/`)];
  return folders.flatMap((folder) => ends.map((end) => folder + end));
}

function readVariant(row: ExportRow, base: ExportRow, reading: ExportReading): OtherVariant {
  const isVariant = isCombination(row);
  const price = priceOf(row, base, reading);
  return {
    line: row.line,
    options: isVariant ? optionsOf(row) : [],
    price,
    ...saleOf(base, price, reading),
    stock: stockOf(row, reading),
    sku: optionalText(row, "sku", reading),
    gtin: readGtin(row, "barcode", reading),
    weightGrams: weightOf(row, base, reading),
    ...(isVariant && row !== base && cellOf(row, "pictures") && { pictures: picturesIn(row) }),
  };
}

/** Prices here include VAT. */
function priceOf(row: ExportRow, base: ExportRow, reading: ExportReading) {
  const [withTax, withoutTax] = [cellOf(base, "priceWithTax"), cellOf(base, "priceWithoutTax")];
  if (withTax === "" && withoutTax === "")
    return reading.has("priceWithTax") || reading.has("priceWithoutTax") ? "" : undefined;
  if (withTax === "") reading.note("the price without tax, because the file has no other");
  const price = reading.amount(withTax || withoutTax);
  const impact = reading.amount(cellOf(row, "priceImpact") || "0");
  return typeof price === "number" && typeof impact === "number" ? reading.rounded(price + impact) : price;
}

function saleOf(base: ExportRow, price: number | string | undefined, reading: ExportReading) {
  if (!reading.has("discountAmount") && !reading.has("discountPercent")) return {};
  const percent = Number(cellOf(base, "discountPercent").replace(",", ".")) || 0;
  const amount = Number(reading.amount(cellOf(base, "discountAmount") || "0")) || 0;
  const isReduced = typeof price === "number" && (percent > 0 || amount > 0);
  const reduced = isReduced ? reading.rounded(Math.max(0, price * (1 - percent / 100) - amount)) : "";
  return salePriceOf(String(reduced || ""), price, { ...reading, amount: Number }, [
    cellOf(base, "saleStarts"),
    cellOf(base, "saleEnds"),
  ]);
}

function stockOf(row: ExportRow, reading: ExportReading) {
  const cell = cellOf(row, "stock");
  const pieces = cell === "" ? undefined : reading.pieces(cell);
  return typeof pieces === "number" ? Math.max(0, pieces) : pieces;
}

function weightOf(row: ExportRow, base: ExportRow, reading: ExportReading) {
  if (!reading.has("weight")) return undefined;
  const weight = readWeight(cellOf(base, "weight"), "kg", reading);
  const impact = row === base ? 0 : readWeight(cellOf(row, "weightImpact"), "kg", reading);
  return typeof weight === "number" && typeof impact === "number" ? weight + impact : weight;
}

/** "Color:color:0, Size:select:1" and "Blue:0, M:1" */
function optionsOf(row: ExportRow) {
  const names = listIn(textOf(row, "attributes")).map((name) => name.split(":")[0]?.trim() ?? "");
  const values = listIn(textOf(row, "values")).map((value) => value.replace(/:\d+$/, "").trim());
  return values.map((value, index): [string, string] => [names[index] ?? "", value]);
}
