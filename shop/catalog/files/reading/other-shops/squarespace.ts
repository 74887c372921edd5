import { categoryPaths } from "./category-paths.ts";
import {
  cellOf,
  isNo,
  isYes,
  listIn,
  optionalText,
  picturesOf,
  readGtin,
  readWeight,
  salePriceOf,
  textOf,
} from "./export-values.ts";
import { oldSlug } from "./old-slug.ts";
import type { OtherVariant } from "./other-product.ts";
import type { ExportReading, ExportRow, ShopFormat } from "./shop-format.ts";

/** Options of a product. */
const mostOptions = 6;

/**
 * Squarespace's product export (https://support.squarespace.com/hc/articles/115000378108): a row for each variant, of which only a product's first says
 * what they have in common. Its prices and weights have points.
 */
export const squarespace: ShopFormat = {
  name: "Squarespace",
  signs: [
    ["product id", "variant id", "title"],
    ["product page", "product url", "title"],
    ["product url", "title", "option name 1"],
    ["title", "hosted image urls"],
  ],
  columns: {
    id: { heads: ["product id"], becomes: "which rows belong together" },
    type: { heads: ["product type"], becomes: "downloads and gift cards are left out" },
    page: { heads: ["product page"], becomes: "redirects from the old addresses" },
    url: { heads: ["product url"], becomes: "ID, address and group" },
    title: { heads: ["title"], becomes: "Title" },
    description: { heads: ["description"], becomes: "Description, as Markdown" },
    sku: { heads: ["sku"], becomes: "SKU" },
    barcode: { heads: ["gtin"], becomes: "Barcode (GTIN)" },
    ...optionColumns(),
    price: { heads: ["price"], becomes: "Price" },
    salePrice: { heads: ["sale price"], becomes: "Sale price" },
    onSale: { heads: ["on sale"], becomes: "whether there is a sale" },
    stock: { heads: ["stock"], becomes: "Stock" },
    categories: { heads: ["categories"], becomes: "Category (the most specific), and tags for others" },
    tags: { heads: ["tags"], becomes: "Tags" },
    visible: { heads: ["visible"], becomes: "hidden products are left out" },
    pictures: { heads: ["hosted image urls"], becomes: "Gallery" },
  },
  numberedColumn: (head) =>
    /^weight \((kg|g|lbs?|oz)\)$/.test(head) ? { key: head, heads: [head], becomes: "Weight in grams" } : undefined,
  amounts: ["price", "salePrice", "stock"],
  decimalMark: ".",
  placeOf,
  handleOf: (row) => (cellOf(row, "title") === "" ? "" : handleOf(row)),
  readProduct,
};

function optionColumns() {
  const numbers = Array.from({ length: mostOptions }, (_, index) => index + 1);
  const columns = numbers.flatMap((number) => [
    [`option${number}`, { heads: [`option name ${number}`], becomes: "Options" }],
    [`value${number}`, { heads: [`option value ${number}`], becomes: "Options" }],
  ]);
  return Object.fromEntries(columns);
}

/** Further variants of a product have neither its ID nor its title. */
function placeOf(row: ExportRow, previous: string | undefined) {
  const id = cellOf(row, "id");
  if (id !== "") return { names: [`id:${id}`] };
  if (cellOf(row, "title") === "" && previous !== undefined) return { names: [], parent: previous };
  return { names: [`line:${row.line}`] };
}

function handleOf(row: ExportRow) {
  const slug = cellOf(row, "url").split("/").at(-1) ?? "";
  return slug || oldSlug(textOf(row, "title"));
}

function readProduct(rows: ExportRow[], reading: ExportReading) {
  const first = rows.find((row) => cellOf(row, "title") !== "") ?? (rows[0] as ExportRow);
  const reason = leftOutBecause(first);
  if (reason) return void reading.leaveOut(reason, textOf(first, "title"));
  const names = Array.from(
    { length: mostOptions },
    (_, index) => rows.map((row) => textOf(row, `option${index + 1}`)).find(Boolean) ?? "",
  );
  const handle = handleOf(first);
  const page = cellOf(first, "page").replaceAll(/^\/|\/$/g, "");
  return {
    handle,
    title: textOf(first, "title"),
    description: reading.has("description") ? (first.cells.description ?? "") : undefined,
    categories: categoryPaths(listIn(textOf(first, "categories")).map(pathIn)),
    tags: reading.has("tags") ? listIn(textOf(first, "tags")) : undefined,
    pictures: reading.has("pictures") ? picturesOf(cellOf(first, "pictures").split(/\s+/).filter(Boolean)) : undefined,
    variants: rows.map((row) => readVariant(row, names, reading)),
    addresses: page ? [`/${page}/p/${handle}`, `/${page}/${handle}`] : [],
    listAddresses: (path: string[]) => (page ? listAddresses(page, path.at(-1)) : []),
  };
}

/** Newer sites have categories at addresses, older ones in the query. */
function listAddresses(page: string, category: string | undefined) {
  if (category === undefined) return [`/${page}`];
  return [`/${page}/${oldSlug(category)}`, `/${page}?category=${encodeURIComponent(category)}`];
}

/** Categories in others are written as paths: "/clothing/tees". Spaces around a slash belong to a name. */
function pathIn(text: string) {
  return text.split(/(?<! )\/(?! )/).filter((name) => name !== "");
}

function leftOutBecause(row: ExportRow) {
  const type = cellOf(row, "type").replaceAll(/[_\s]/g, "").toLowerCase();
  if (type.startsWith("giftcard")) return "gift cards";
  if (type === "digital" || type === "download") return "downloads";
  return isNo(cellOf(row, "visible")) ? "hidden products" : undefined;
}

function readVariant(row: ExportRow, names: string[], reading: ExportReading): OtherVariant {
  const price = reading.has("price") ? reading.amount(cellOf(row, "price")) : undefined;
  const sale = isYes(cellOf(row, "onSale")) ? cellOf(row, "salePrice") : "";
  return {
    line: row.line,
    options: names.flatMap((name, index): [string, string][] => {
      const value = textOf(row, `value${index + 1}`);
      return value === "" ? [] : [[name, value]];
    }),
    price,
    ...(reading.has("salePrice") && salePriceOf(sale, price, reading)),
    stock: stockOf(row, reading),
    sku: optionalText(row, "sku", reading),
    gtin: readGtin(row, "barcode", reading),
    weightGrams: weightOf(row, reading),
  };
}

function stockOf(row: ExportRow, reading: ExportReading) {
  const cell = cellOf(row, "stock");
  if (cell === "" || /^(unlimited|∞)$/i.test(cell)) return undefined;
  const pieces = reading.pieces(cell);
  return typeof pieces === "number" ? Math.max(0, pieces) : pieces;
}

function weightOf(row: ExportRow, reading: ExportReading) {
  const column = Object.keys(row.cells).find((name) => name.startsWith("weight ("));
  return column && readWeight(cellOf(row, column), /\((\w+)\)/.exec(column)?.[1] ?? "", reading);
}
