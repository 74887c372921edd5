import { parseJson } from "../../../../files/json-bounds.ts";
import { categoryPaths } from "./category-paths.ts";
import {
  cellOf,
  isNo,
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
import type { ExportReading, ExportRow, ShopFormat } from "./shop-format.ts";

/** Columns that are options where products are in a group. EverShop's attributes have names of their own. */
const attributeColumn = /^(?:attributes?[:._ -]{1,2}|attr_)([\w -]{1,60})$|^(colou?r|size|material|style)$/;

/**
 * EverShop's products as a table, with the names of its API (https://evershop.io/docs/api/product): each variant is a product with an address of its own, and
 * those of one `variant_group_id` belong together.
 */
export const everShop: ShopFormat = {
  name: "EverShop",
  signs: [
    ["sku", "name", "price", "url_key"],
    ["sku", "name", "price", "qty"],
  ],
  foreignSigns: ["attribute_set_code", "store_view_code", "product_type", "regular price", "id", "title"],
  columns: {
    group: { heads: ["variant_group_id", "variant_group", "variant group", "variant_group_uuid"], becomes: "Group" },
    sku: { heads: ["sku"], becomes: "SKU" },
    name: { heads: ["name"], becomes: "Title" },
    url: { heads: ["url_key", "url key"], becomes: "ID and address" },
    description: { heads: ["description"], becomes: "Description, as Markdown" },
    short: { heads: ["short_description", "short description"], becomes: "the beginning of Description" },
    price: { heads: ["price"], becomes: "Price" },
    salePrice: { heads: ["special_price", "sale_price"], becomes: "Sale price" },
    stock: { heads: ["qty", "quantity", "stock"], becomes: "Stock" },
    manageStock: { heads: ["manage_stock", "manage stock"], becomes: "whether stock is counted" },
    availability: { heads: ["stock_availability", "stock availability"], becomes: "Stock, where it isn't counted" },
    weight: { heads: ["weight", "weight (kg)"], becomes: "Weight in grams, from kilograms" },
    status: { heads: ["status"], becomes: "disabled products are left out" },
    visibility: { heads: ["visibility"], becomes: "hidden products are left out, but not variants" },
    category: { heads: ["category", "categories", "category_name"], becomes: "Category" },
    brand: { heads: ["brand", "manufacturer"], becomes: "Brand" },
    tags: { heads: ["tags"], becomes: "Tags" },
    barcode: { heads: ["gtin", "ean", "barcode"], becomes: "Barcode (GTIN)" },
    pictures: { heads: ["images", "image", "image_urls", "image_url", "gallery"], becomes: "Gallery" },
    attributes: { heads: ["attributes"], becomes: "Options" },
    seoTitle: { heads: ["meta_title", "meta title"], becomes: "Title for search engines" },
    seoDescription: { heads: ["meta_description", "meta description"], becomes: "Description for search engines" },
  },
  numberedColumn: (head) =>
    attributeColumn.test(head) ? { key: `option ${head}`, heads: [head], becomes: "Options" } : undefined,
  amounts: ["price", "salePrice", "stock"],
  placeOf: (row) => ({ names: [cellOf(row, "group") ? `group:${cellOf(row, "group")}` : `line:${row.line}`] }),
  handleOf,
  readProduct,
};

function handleOf(row: ExportRow) {
  return textOf(row, "url").split("/").at(-1) || oldSlug(textOf(row, "name")) || cellOf(row, "sku");
}

function readProduct(rows: ExportRow[], reading: ExportReading) {
  const isGroup = cellOf(rows[0] as ExportRow, "group") !== "";
  const sold = rows.filter((row) => {
    const reason = leftOutBecause(row, isGroup);
    if (reason) reading.leaveOut(reason, textOf(row, "name"));
    return reason === undefined;
  });
  const [first] = sold;
  if (!first) return undefined;
  return {
    handle: handleOf(first),
    title: textOf(first, "name"),
    ...descriptionOf(first, reading),
    brand: optionalText(first, "brand", reading),
    categories: categoriesOf(first),
    tags: reading.has("tags") ? listIn(textOf(first, "tags")) : undefined,
    pictures: reading.has("pictures") ? picturesIn(first) : undefined,
    seoTitle: optionalText(first, "seoTitle", reading),
    seoDescription: optionalText(first, "seoDescription", reading),
    variants: sold.map((row) => ({
      ...readVariant(row, reading),
      ...(isGroup && { handle: handleOf(row), options: optionsOf(row), pictures: picturesIn(row) }),
    })),
  };
}

function leftOutBecause(row: ExportRow, isVariant: boolean) {
  if (isNo(cellOf(row, "status")) || /^disabled$/i.test(cellOf(row, "status"))) return "disabled products";
  // EverShop shows one variant of a group in its lists, and hides the others there.
  return !isVariant && isNo(cellOf(row, "visibility")) ? "hidden products" : undefined;
}

function categoriesOf(row: ExportRow) {
  const paths = listIn(textOf(row, "category")).map((path) => pathOf(path, path.includes(">") ? ">" : "/"));
  return categoryPaths(paths);
}

function picturesIn(row: ExportRow) {
  return picturesOf(
    cellOf(row, "pictures")
      .split(/[,;|\s]\s*(?=https?:\/\/|\/)/i)
      .filter((address) => address !== ""),
  );
}

function descriptionOf(row: ExportRow, { has }: ExportReading) {
  if (!has("description") && !has("short")) return {};
  const parts = [textOf(row, "short"), htmlOf(row.cells.description ?? "")].filter((part) => part !== "");
  return { description: parts.join("\n\n") };
}

/** Newer versions keep a description as rows, columns and blocks, whose texts are HTML. */
function htmlOf(description: string) {
  if (!description.trimStart().startsWith("[")) return description;
  try {
    return textsIn(parseJson(description)).join("\n");
  } catch {
    return description;
  }
}

function textsIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /^(text|html|content|items)$/.test(name) ? [`<p>${value}</p>`] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, name));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, item]) => textsIn(item, key))
    : [];
}

function readVariant(row: ExportRow, reading: ExportReading) {
  const price = reading.amount(cellOf(row, "price"));
  return {
    line: row.line,
    options: [],
    price,
    ...(reading.has("salePrice") && salePriceOf(cellOf(row, "salePrice"), price, reading)),
    stock: stockOf(row, reading),
    sku: optionalText(row, "sku", reading),
    gtin: readGtin(row, "barcode", reading),
    weightGrams: reading.has("weight") ? readWeight(cellOf(row, "weight"), "kg", reading) : undefined,
  };
}

function stockOf(row: ExportRow, reading: ExportReading) {
  if (isNo(cellOf(row, "availability"))) return 0;
  const cell = cellOf(row, "stock");
  if (cell === "" || isNo(cellOf(row, "manageStock"))) return undefined;
  const pieces = reading.pieces(cell);
  return typeof pieces === "number" ? Math.max(0, pieces) : pieces;
}

/** Of columns such as `color`, and of a cell such as "Color: Blue; Size: M". */
function optionsOf(row: ExportRow): [string, string][] {
  const columns = Object.keys(row.cells).filter((column) => column.startsWith("option "));
  const own = columns.flatMap((column): [string, string][] => {
    const [, attribute, plain] = attributeColumn.exec(column.slice("option ".length)) ?? [];
    const value = textOf(row, column);
    return value === "" ? [] : [[nameOf(attribute ?? plain ?? ""), value]];
  });
  const listed = cellOf(row, "attributes")
    .split(/[;,\n|]/)
    .flatMap((pair): [string, string][] => {
      const [name = "", value = ""] = pair
        .replaceAll(/["{}]/g, "")
        .split(/[:=]/)
        .map((part) => part.trim());
      return value === "" ? [] : [[nameOf(name), value]];
    });
  return [...own, ...listed];
}

/** "shoe_size" → "Shoe size" */
function nameOf(code: string) {
  const name = code.replaceAll("_", " ").trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
