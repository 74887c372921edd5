import { escapeUTF8 } from "entities";
import { categoryPaths } from "./category-paths.ts";
import { combine } from "./combine-options.ts";
import {
  cellOf,
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
 * WooCommerce's product export (https://woocommerce.com/document/product-csv-importer-exporter/): a row for each product and each variation, which
 * names its parent by the SKU, or "id:44".
 */
export const wooCommerce: ShopFormat = {
  name: "WooCommerce",
  signs: [
    ["id", "type", "sku", "name"],
    ["type", "name", "regular price"],
    ["sku", "name", "regular price"],
    ["name", "regular price", "visibility in catalog"],
  ],
  columns: {
    id: { heads: ["id"], becomes: "which rows belong together" },
    type: { heads: ["type"], becomes: "which products have variants" },
    sku: { heads: ["sku"], becomes: "SKU" },
    barcode: { heads: ["gtin, upc, ean, or isbn", "gtin", "ean"], becomes: "Barcode (GTIN)" },
    name: { heads: ["name"], becomes: "Title, ID and address" },
    published: { heads: ["published"], becomes: "only published products are imported" },
    visibility: { heads: ["visibility in catalog"], becomes: "hidden products are left out" },
    short: { heads: ["short description"], becomes: "the beginning of Description" },
    description: { heads: ["description"], becomes: "Description, as Markdown" },
    saleStarts: { heads: ["date sale price starts"], becomes: "Sale starts" },
    saleEnds: { heads: ["date sale price ends"], becomes: "Sale ends" },
    inStock: { heads: ["in stock?"], becomes: "Stock, where it isn't counted" },
    stock: { heads: ["stock"], becomes: "Stock" },
    backorders: { heads: ["backorders allowed?"], becomes: "whether it can be bought without stock" },
    salePrice: { heads: ["sale price"], becomes: "Sale price" },
    price: { heads: ["regular price"], becomes: "Price" },
    categories: { heads: ["categories"], becomes: "Category (the most specific), and tags for others" },
    tags: { heads: ["tags"], becomes: "Tags" },
    brand: { heads: ["brands", "brand"], becomes: "Brand" },
    pictures: { heads: ["images"], becomes: "Gallery" },
    parent: { heads: ["parent"], becomes: "Group" },
    position: { heads: ["position"], becomes: "the order of variants" },
    seoTitle: { heads: ["meta: _yoast_wpseo_title", "meta: rank_math_title"], becomes: "Title for search engines" },
    seoDescription: {
      heads: ["meta: _yoast_wpseo_metadesc", "meta: rank_math_description"],
      becomes: "Description for search engines",
    },
  },
  numberedColumn,
  amounts: ["price", "salePrice", "stock"],
  placeOf,
  handleOf,
  readProduct,
};

function numberedColumn(head: string) {
  if (/^attribute \d{1,3} (name|value\(s\))$/.test(head))
    return { key: head, heads: [head], becomes: "Options of variants; otherwise in Description" };
  return /^weight \(\w{1,5}\)$/.test(head) ? { key: head, heads: [head], becomes: "Weight in grams" } : undefined;
}

function placeOf(row: ExportRow) {
  const [id, sku, parent] = [cellOf(row, "id"), cellOf(row, "sku"), cellOf(row, "parent")];
  const named = [id && `id:${id}`, sku && `sku:${sku}`].filter((name) => name !== "");
  const names = named.length > 0 ? named : [`line:${row.line}`];
  if (!typesOf(row).includes("variation") || parent === "") return { names };
  return { names, parent: /^id:\d+$/.test(parent) ? parent : `sku:${parent}` };
}

function handleOf(row: ExportRow) {
  return typesOf(row).includes("variation") ? "" : oldSlug(textOf(row, "name")) || cellOf(row, "id");
}

function typesOf(row: ExportRow) {
  return listIn(cellOf(row, "type").toLowerCase());
}

function readProduct(rows: ExportRow[], reading: ExportReading) {
  const base = rows.find((row) => !typesOf(row).includes("variation"));
  if (!base) return void reading.leaveOut("variations whose product isn't in the file");
  const reason = leftOutBecause(base);
  if (reason) return void reading.leaveOut(reason, textOf(base, "name"));
  const variants = typesOf(base).includes("variable")
    ? readVariations(base, rows, reading)
    : rows.map((row) => readVariant(row, base, reading)).filter(({ price }) => price !== "" || isDraft(base));
  if (variants.length === 0)
    return void reading.leaveOut(
      typesOf(base).includes("variable") ? "variable products without variations" : "products without a price",
    );
  const handle = handleOf(base);
  return {
    handle,
    title: textOf(base, "name"),
    isDraft: isDraft(base),
    ...descriptionOf(base, reading, variants),
    brand: optionalText(base, "brand", reading),
    categories: categoryPaths(listIn(textOf(base, "categories")).map((path) => pathOf(path))),
    tags: reading.has("tags") ? listIn(textOf(base, "tags")) : undefined,
    pictures: reading.has("pictures") ? readPictures(base) : undefined,
    seoTitle: withoutVariables(optionalText(base, "seoTitle", reading)),
    seoDescription: withoutVariables(optionalText(base, "seoDescription", reading)),
    variants,
    addresses: [`/product/${handle}`],
    listAddresses,
  };
}

export function listAddresses(path: string[]) {
  return path.length === 0 ? ["/shop"] : [`/product-category/${path.map(oldSlug).join("/")}`];
}

const statuses: Record<string, string> = { "0": "private products", "2": "products that await review" };

function isDraft(row: ExportRow) {
  return cellOf(row, "published") === "-1";
}

function leftOutBecause(row: ExportRow) {
  const types = typesOf(row);
  if (types.includes("external")) return "external products, which another site sells";
  if (types.includes("grouped")) return "grouped products";
  if (types.includes("downloadable")) return "downloads";
  const other = types.find((type) => !["simple", "variable", "virtual"].includes(type));
  if (other) return `products of the type “${other}”`;
  const status = statuses[cellOf(row, "published")];
  if (status) return status;
  return /^hidden$/i.test(cellOf(row, "visibility")) ? "products hidden from the catalog" : undefined;
}

/** WordPress's texts have a paragraph for each empty line, and shortcodes, which only WordPress can fill. */
function descriptionOf(row: ExportRow, { has }: ExportReading, variants: OtherVariant[]) {
  if (!has("description") && !has("short")) return {};
  const parts = ["short", "description"].map((column) => (row.cells[column] ?? "").replaceAll("\\n", "\n").trim());
  const text = parts.filter((part) => part !== "").join("\n\n");
  const description = text.replaceAll(/\[[a-z][\w-]*\s[^[\]=]*=[^[\]]*\]|\[\/[a-z][\w-]*\]/gi, "");
  return { description: description + factsOf(row, variants), marksLines: true };
}

/** Attributes that aren't options, which WooCommerce lists below the description. */
function factsOf(row: ExportRow, variants: OtherVariant[]) {
  const options = new Set(variants.flatMap((variant) => variant.options.map(([name]) => name)));
  const facts = attributesOf(row).filter(({ name, value }) => value !== "" && !options.has(name));
  const items = facts.map(({ name, value }) => `<li>${escapeUTF8(`${name}: ${value}`)}</li>`);
  return items.length > 0 ? `\n\n<ul>${items.join("")}</ul>` : "";
}

function readPictures(row: ExportRow) {
  return picturesOf(listIn(cellOf(row, "pictures")));
}

/** Plugins fill templates such as "%%title%%" or "%sitename%". */
function withoutVariables(text: string | null | undefined) {
  return text && /%\w+%/.test(text) ? null : text;
}

function readVariations(base: ExportRow, rows: ExportRow[], reading: ExportReading) {
  const variations = rows.filter((row) => typesOf(row).includes("variation"));
  const sold = variations.filter((row) => {
    if (statuses[cellOf(row, "published")] || (isDraft(row) && !isDraft(base)))
      reading.leaveOut("variations that aren't published");
    else if (cellOf(row, "price") === "" && !isDraft(base)) reading.leaveOut("variations without a price");
    else return true;
    return false;
  });
  const placeIn = (row: ExportRow) => Number(cellOf(row, "position")) || 0;
  return sold
    .toSorted((one, other) => placeIn(one) - placeIn(other))
    .flatMap((row, index) =>
      withAnyOptions(readVariant(row, base, reading, { index, of: sold.length }), row, base, reading),
    );
}

/** Which of a product's variations one is. */
interface Share {
  index: number;
  of: number;
}

function readVariant(
  row: ExportRow,
  base: ExportRow,
  reading: ExportReading,
  share: Share = { index: 0, of: 1 },
): OtherVariant {
  const isVariation = row !== base && typesOf(row).includes("variation");
  const price = reading.amount(cellOf(row, "price"));
  return {
    line: row.line,
    options: isVariation
      ? attributesOf(row).flatMap(({ name, value }) => (value ? [[name, value] as [string, string]] : []))
      : [],
    price,
    ...(reading.has("salePrice") &&
      salePriceOf(cellOf(row, "salePrice"), price, reading, [cellOf(row, "saleStarts"), cellOf(row, "saleEnds")])),
    stock: stockOf(row, base, reading, share),
    sku: optionalText(row, "sku", reading),
    gtin: readGtin(row, "barcode", reading),
    weightGrams: weightOf(row, reading) ?? weightOf(base, reading),
    ...(isVariation && { pictures: readPictures(row) }),
  };
}

function attributesOf(row: ExportRow) {
  const names = Object.keys(row.cells).filter((column) => /^attribute \d+ name$/.test(column));
  return names.flatMap((column) => {
    const name = textOf(row, column);
    const value = textOf(row, column.replace("name", "value(s)"));
    return name === "" ? [] : [{ name, value: value.replaceAll("\\,", ","), values: listIn(value) }];
  });
}

/** Variations that fit any value of an attribute, for each value that the product has. Where they share a counted stock, they would sell it several times. */
function withAnyOptions(variant: OtherVariant, row: ExportRow, base: ExportRow, reading: ExportReading) {
  const ofProduct = new Map(attributesOf(base).map(({ name, values }) => [name, values]));
  const attributes = attributesOf(row);
  if (attributes.every(({ value }) => value !== "")) return [variant];
  if (variant.stock !== undefined && variant.stock !== 0) {
    reading.note("sold without an option that may have any value, because the values share a stock");
    return [variant];
  }
  return combine(
    attributes.map(({ name, value }) => ({ name, values: value ? [value] : (ofProduct.get(name) ?? []) })),
  ).map((options) => ({ ...variant, options }));
}

/** What a product counts for all its variations is shared out, so that none is sold twice. */
function stockOf(row: ExportRow, base: ExportRow, reading: ExportReading, { index, of }: Share) {
  const isParents = /^parent$/i.test(cellOf(row, "stock"));
  const counted = isParents ? base : row;
  if (cellOf(row, "inStock") === "0") return 0;
  const cell = cellOf(counted, "stock");
  const pieces = cell === "" ? undefined : reading.pieces(cell);
  if (typeof pieces !== "number") return pieces;
  if (pieces <= 0)
    return isYes(cellOf(counted, "backorders")) || /^notify$/i.test(cellOf(counted, "backorders")) ? undefined : 0;
  if (!isParents) return pieces;
  if (of > 1) reading.note("an equal part of the stock that they share");
  return Math.floor(pieces / of) + (index < pieces % of ? 1 : 0);
}

function weightOf(row: ExportRow, reading: ExportReading) {
  const column = Object.keys(row.cells).find((name) => name.startsWith("weight ("));
  if (!column) return undefined;
  return readWeight(cellOf(row, column), /\((\w+)\)/.exec(column)?.[1] ?? "", reading);
}
