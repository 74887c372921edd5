import * as v from "valibot";
import { centsFromTypedAmount, decimalAmount, dollarsFromCents } from "../money.ts";
import type { FieldErrors } from "../validate.ts";
import { catalogRecordSchema } from "./catalog-record.ts";
import { listOfText, textOfList } from "./list-text.ts";
import type { Product } from "./product.ts";

/** What an owner edits of a product: what the form calls it, and the characters that it may have. */
export const productFields = {
  title: { label: "Title", limit: 200 },
  description: { label: "Description", limit: 20_000 },
  price: { label: "Price", limit: 20 },
  stock: { label: "Stock", limit: 12 },
  brand: { label: "Brand", limit: 100 },
  category: { label: "Category", limit: 100 },
  tags: { label: "Tags", limit: 1000 },
  discount: { label: "Discount", limit: 20 },
  minimumOrder: { label: "Least per order", limit: 12 },
  thumbnail: { label: "Picture on lists", limit: 2000 },
  images: { label: "Gallery", limit: 20_000 },
} as const;

export type ProductField = keyof typeof productFields;
export const productFieldNames = Object.keys(productFields) as ProductField[];

/** A product's fields as they are typed. */
export type ProductTexts = Record<ProductField, string>;

/** Stands where a product has no picture yet. */
export const noPicture = "/no-picture.svg";

/** A product as its owner sees it in a form. */
export function textsOf(product: Product): ProductTexts {
  return {
    title: product.title,
    description: inLines(product.description),
    price: decimalAmount(product.priceCents),
    stock: String(product.stock),
    brand: product.brand ?? "",
    category: product.category,
    tags: textOfList(product.tags, ","),
    discount: String(product.discountPercentage),
    minimumOrder: String(product.minimumOrderQuantity),
    thumbnail: product.thumbnail,
    images: textOfList(product.images, "\n"),
  };
}

/** Forms send other line ends than they were given. */
export function inLines(text: string) {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The name of each field in catalog files, and what it is there. The stock is read by itself: it may be a difference. */
const recordFields: Record<Exclude<ProductField, "stock">, [name: string, read: (text: string) => unknown]> = {
  title: ["title", asItIs],
  description: ["description", asItIs],
  price: ["price", dollarsOf],
  brand: ["brand", asItIs],
  category: ["category", asItIs],
  tags: ["tags", (text) => listOfText(text, ",")],
  discount: ["discountPercentage", numberOf],
  minimumOrder: ["minimumOrderQuantity", numberOf],
  thumbnail: ["thumbnail", (text) => text.trim() || noPicture],
  images: ["images", (text) => listOfText(text, "\n")],
};

const fieldNames = Object.keys(recordFields) as (keyof typeof recordFields)[];

/**
 * A product with some fields as they were typed, held to the catalog's own rules.
 *
 * @returns the product, or what is wrong with which field
 */
export function withTexts(
  product: Product,
  typed: Partial<ProductTexts>,
): { product: Product; errors?: undefined } | { product?: undefined; errors: FieldErrors<ProductField | "id"> } {
  const { priceCents, ...facts } = product;
  const record: Record<string, unknown> = { ...facts, price: dollarsFromCents(priceCents) };
  const errors: FieldErrors<ProductField | "id"> = {};
  for (const [field, text] of Object.entries(typed) as [ProductField, string][]) {
    if (field === "stock") continue;
    const { label, limit } = productFields[field];
    if (text.length > limit) errors[field] = `${label} must be at most ${limit} characters long`;
    const [name, read] = recordFields[field];
    record[name] = read(text);
  }
  const result = v.safeParse(catalogRecordSchema, record);
  for (const issue of result.issues ?? []) {
    const name = issue.path?.[0]?.key;
    const field = fieldNames.find((field) => recordFields[field][0] === name);
    if (field) errors[field] ??= `${productFields[field].label} ${issue.message}`;
    else errors.id ??= `Id ${issue.message}`;
  }
  if (Object.keys(errors).length > 0 || !result.success) return { errors };
  return { product: result.output };
}

function asItIs(text: string) {
  return text;
}

/** What isn't an amount is left to the catalog's rules, which refuse it. */
function dollarsOf(text: string) {
  const cents = centsFromTypedAmount(text);
  return cents === undefined ? numberOf(text) : dollarsFromCents(cents);
}

function numberOf(text: string) {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
