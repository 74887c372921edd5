import { cleanText } from "../../../../text/clean-text.ts";
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
  textOf,
} from "./export-values.ts";
import { oldSlug } from "./old-slug.ts";
import type { OtherPicture, OtherVariant } from "./other-product.ts";
import type { ExportReading, ExportRow, ShopFormat } from "./shop-format.ts";

/**
 * Shopify's product export, by its names before and since 2025 (https://help.shopify.com/en/manual/products/import-export/using-csv): a row for each
 * variant and for each further picture. Only a product's first row says what they have in common.
 */
export const shopify: ShopFormat = {
  name: "Shopify",
  signs: [
    ["handle", "title", "vendor"],
    ["handle", "title", "body (html)"],
    ["handle", "variant price"],
    ["url handle", "title"],
  ],
  columns: {
    handle: { heads: ["handle", "url handle"], becomes: "ID, address and group" },
    title: { heads: ["title"], becomes: "Title" },
    body: { heads: ["body (html)", "body html", "description"], becomes: "Description, as Markdown" },
    vendor: { heads: ["vendor"], becomes: "Brand" },
    type: { heads: ["type", "custom product type"], becomes: "Category" },
    category: { heads: ["product category", "standard product type"], becomes: "Category, where there is no type" },
    tags: { heads: ["tags"], becomes: "Tags" },
    published: { heads: ["published", "published on online store"], becomes: "unpublished products are left out" },
    status: { heads: ["status"], becomes: "drafts stay drafts, and archived products are left out" },
    giftCard: { heads: ["gift card"], becomes: "gift cards are left out" },
    ...optionColumns(),
    sku: { heads: ["variant sku", "sku"], becomes: "SKU" },
    barcode: { heads: ["variant barcode", "barcode", "variant barcodes"], becomes: "Barcode (GTIN)" },
    grams: { heads: ["variant grams", "weight value (grams)"], becomes: "Weight in grams" },
    tracker: { heads: ["variant inventory tracker", "inventory tracker"], becomes: "whether stock is counted" },
    quantity: { heads: ["variant inventory qty", "inventory quantity"], becomes: "Stock" },
    policy: {
      heads: ["variant inventory policy", "continue selling when out of stock"],
      becomes: "whether it can be bought without stock",
    },
    price: { heads: ["variant price", "price"], becomes: "Price" },
    compareAt: {
      heads: ["variant compare at price", "compare-at price", "compare at price"],
      becomes: "Compare-at price",
    },
    measure: { heads: ["unit price total measure"], becomes: "Content" },
    measureUnit: { heads: ["unit price total measure unit"], becomes: "Content unit" },
    picture: { heads: ["image src", "product image url"], becomes: "Gallery" },
    position: { heads: ["image position"], becomes: "the order of pictures" },
    alt: { heads: ["image alt text"], becomes: "Alt texts" },
    variantPicture: { heads: ["variant image", "variant image url"], becomes: "a variant's first picture" },
    seoTitle: { heads: ["seo title"], becomes: "Title for search engines" },
    seoDescription: { heads: ["seo description"], becomes: "Description for search engines" },
  },
  amounts: ["price", "compareAt", "quantity"],
  decimalMark: ".",
  placeOf: (row) => ({ names: [cellOf(row, "handle") ? `handle:${cellOf(row, "handle")}` : `line:${row.line}`] }),
  handleOf: (row) => textOf(row, "handle"),
  readProduct,
};

function optionColumns() {
  const columns = [1, 2, 3].flatMap((number) => [
    [`option${number}`, { heads: [`option${number} name`], becomes: "Options" }],
    [`value${number}`, { heads: [`option${number} value`], becomes: "Options" }],
  ]);
  return Object.fromEntries(columns);
}

function readProduct(rows: ExportRow[], reading: ExportReading) {
  const first = rows.find((row) => cellOf(row, "title") !== "") ?? (rows[0] as ExportRow);
  if (rows.every(isEmpty)) return void reading.leaveOut("rows with nothing but a handle");
  const reason = leftOutBecause(first);
  if (reason) return void reading.leaveOut(reason, textOf(first, "title"));
  return {
    handle: textOf(first, "handle"),
    title: textOf(first, "title"),
    isDraft: isDraft(first),
    description: reading.has("body") ? (first.cells.body ?? "") : undefined,
    brand: optionalText(first, "vendor", reading),
    categories: categoriesOf(first),
    tags: reading.has("tags") ? listIn(textOf(first, "tags")) : undefined,
    pictures: reading.has("picture") ? readPictures(rows) : undefined,
    seoTitle: optionalText(first, "seoTitle", reading),
    seoDescription: optionalText(first, "seoDescription", reading),
    variants: readVariants(rows, first, reading),
    listAddresses,
  };
}

/** Collections aren't in the export, but most are called as a type. */
export function listAddresses(path: string[]) {
  return path.length === 0 ? ["/collections", "/collections/all"] : [`/collections/${oldSlug(path.at(-1) ?? "")}`];
}

function leftOutBecause(row: ExportRow) {
  if (isYes(cellOf(row, "giftCard"))) return "gift cards";
  if (isDraft(row)) return undefined;
  const status = cellOf(row, "status").toLowerCase();
  if (status === "archived") return "archived products";
  if (status !== "" && status !== "active") return `${status} products`;
  return isNo(cellOf(row, "published")) ? "products that aren't published" : undefined;
}

function isDraft(row: ExportRow) {
  return /^draft$/i.test(cellOf(row, "status"));
}

/** Shopify's own categories are those of all trades, so a shop's type says more. */
function categoriesOf(row: ExportRow) {
  const type = textOf(row, "type");
  return type === "" ? categoryPaths([pathOf(textOf(row, "category"))]).slice(0, 1) : [[type]];
}

function readPictures(rows: ExportRow[]) {
  const found = rows.flatMap((row) => {
    const address = cellOf(row, "picture");
    const position = Number(cellOf(row, "position")) || Number.POSITIVE_INFINITY;
    return address === ""
      ? []
      : [{ position, picture: picturesOf([address], [textOf(row, "alt")])[0] as OtherPicture }];
  });
  return found
    .toSorted((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
    .map(({ picture }) => picture);
}

/** Notes below a file's products, such as Shopify's sample has. */
function isEmpty({ cells }: ExportRow) {
  return Object.entries(cells).every(([column, cell]) => column === "handle" || cleanText(cell) === "");
}

/** Rows that have only a picture are no variants. */
function readVariants(rows: ExportRow[], first: ExportRow, reading: ExportReading) {
  const names = [1, 2, 3].map((number) => rows.map((row) => textOf(row, `option${number}`)).find(Boolean) ?? "");
  const isVariant = (row: ExportRow) => ["price", "sku", "value1"].some((column) => cellOf(row, column) !== "");
  const variants = rows.filter(isVariant);
  return (variants.length > 0 ? variants : [first]).map((row) => readVariant(row, names, reading));
}

function readVariant(row: ExportRow, names: string[], reading: ExportReading): OtherVariant {
  const price = reading.has("price") ? reading.amount(cellOf(row, "price")) : undefined;
  const picture = cellOf(row, "variantPicture");
  return {
    line: row.line,
    options: optionsOf(row, names),
    price,
    compareAtPrice: reading.has("compareAt") ? formerPrice(cellOf(row, "compareAt"), price, reading) : undefined,
    stock: stockOf(row, reading),
    sku: optionalText(row, "sku", reading),
    gtin: readGtin(row, "barcode", reading),
    weightGrams: reading.has("grams") ? readWeight(cellOf(row, "grams"), "g", reading) : undefined,
    ...(reading.has("measure") && contentOf(row)),
    ...(picture && { pictures: picturesOf([picture]) }),
  };
}

/** A product without options has one that is called "Title", with the value "Default Title". */
function optionsOf(row: ExportRow, names: string[]) {
  const options = names.map((name, index): [string, string] => [name, textOf(row, `value${index + 1}`)]);
  const given = options.filter(([, value]) => value !== "");
  const isDefault = given.length === 1 && /^default( title)?$/i.test(given[0]?.[1] ?? "");
  return isDefault ? [] : given;
}

/** Shopify keeps one that isn't higher, or 0, where there is none. */
export function formerPrice(cell: string, price: number | string | undefined, { amount }: ExportReading) {
  if (cell === "") return null;
  const former = amount(cell);
  return typeof former === "number" && typeof price === "number" && former <= price ? null : former;
}

function stockOf(row: ExportRow, reading: ExportReading) {
  const quantity = cellOf(row, "quantity");
  const isCounted = !reading.has("tracker") || cellOf(row, "tracker") !== "";
  if (quantity === "" || !isCounted) return undefined;
  const pieces = reading.pieces(quantity);
  if (typeof pieces === "string" || pieces > 0) return pieces;
  const policy = cellOf(row, "policy");
  return /^continue$/i.test(policy) || isYes(policy) ? undefined : 0;
}

const contents: Record<string, [factor: number, unit: string]> = {
  ...{ mg: [0.001, "g"], g: [1, "g"], kg: [1, "kg"], ml: [1, "ml"], cl: [10, "ml"], l: [1, "l"] },
  ...{ mm: [0.001, "m"], cm: [0.01, "m"], m: [1, "m"] },
};

function contentOf(row: ExportRow) {
  const [factor, unit] = contents[cellOf(row, "measureUnit").toLowerCase()] ?? [];
  const amount = Number(cellOf(row, "measure").replace(",", "."));
  if (!factor || !(amount > 0)) return { contentAmount: null, contentUnit: null };
  return { contentAmount: Math.round(amount * factor * 1e6) / 1e6, contentUnit: unit };
}
