import { listOfText, textOfList } from "../../files/list-text.ts";
import { type FieldErrors, normalizeNewlines, safeParse } from "../../forms/validate.ts";
import { noPicture } from "../../pictures/no-picture.ts";
import { centsFromNumber, decimalAmount, numberFromCents } from "../../values/money.ts";
import { hasLetters, readDecimal, readNumber } from "../../values/read-number.ts";
import { centsFromTypedAmount } from "../../values/typed-amount.ts";
import type { Product } from "../product.ts";
import { addressLimit } from "./address-slug.ts";
import { catalogRecordSchema } from "./catalog-record.ts";

/** The fields of a product's form: their labels, and their limits in characters. */
export const productFields = {
  title: { label: "Title", limit: 200 },
  address: { label: "Address", limit: addressLimit },
  description: { label: "Description", limit: 20_000 },
  price: { label: "Price", limit: 20 },
  compareAtPrice: { label: "Compare-at price", limit: 20 },
  stock: { label: "Stock", limit: 12 },
  brand: { label: "Brand", limit: 100 },
  category: { label: "Category", limit: 100 },
  tags: { label: "Tags", limit: 1000 },
  discount: { label: "Discount", limit: 20 },
  minimumOrder: { label: "Minimum quantity", limit: 12 },
  vatRate: { label: "VAT rate", limit: 40 },
  thumbnail: { label: "Thumbnail", limit: 2000 },
  images: { label: "Gallery", limit: 20_000 },
} as const;

export type ProductField = keyof typeof productFields;
export const productFieldNames = Object.keys(productFields) as ProductField[];

/** The form's values as text. */
export type ProductFormValues = Record<ProductField, string>;

/** The error of a price that became 0: the owner is asked first, as before an import. */
export const freePriceQuestion = "A price of 0 sells this product for free. Confirm it below, or change the price";

/** Fills the form from a product. */
export function toForm(product: Product): ProductFormValues {
  return {
    title: product.title,
    address: product.address ?? "",
    description: normalizeNewlines(product.description),
    price: decimalAmount(product.priceCents),
    compareAtPrice: product.compareAtCents ? decimalAmount(product.compareAtCents) : "",
    stock: String(product.stock),
    brand: product.brand ?? "",
    category: product.category,
    tags: textOfList(product.tags, ","),
    discount: String(product.discountPercentage),
    minimumOrder: String(product.minimumOrderQuantity),
    vatRate: product.vatRate ?? "",
    thumbnail: product.thumbnail,
    images: textOfList(product.images, "\n"),
  };
}

/** The record field that each form field sets. Stock is read separately, because it may be an adjustment. */
const recordFields: Record<Exclude<ProductField, "stock">, [name: string, read: (text: string) => unknown]> = {
  title: ["title", asItIs],
  address: ["address", asItIs],
  description: ["description", asItIs],
  price: ["price", unitsOf],
  compareAtPrice: ["compareAtPrice", (text) => (text.trim() === "" ? null : unitsOf(text))],
  brand: ["brand", asItIs],
  category: ["category", asItIs],
  tags: ["tags", (text) => listOfText(text, ",")],
  discount: ["discountPercentage", decimalOf],
  minimumOrder: ["minimumOrderQuantity", quantityOf],
  vatRate: ["vatRate", asItIs],
  thumbnail: ["thumbnail", (text) => text.trim() || noPicture],
  images: ["images", (text) => listOfText(text, "\n")],
};

const fieldNames = Object.keys(recordFields) as (keyof typeof recordFields)[];

/**
 * Applies form values to a product and validates it with the catalog's rules.
 *
 * @returns the product, or the errors by field
 */
export function fromForm(
  product: Product,
  typed: Partial<ProductFormValues>,
): { product: Product; errors?: undefined } | { product?: undefined; errors: FieldErrors<ProductField | "id"> } {
  const { priceCents, compareAtCents, ...fields } = product;
  const compareAtPrice = compareAtCents ? numberFromCents(compareAtCents) : compareAtCents;
  const record: Record<string, unknown> = { ...fields, price: numberFromCents(priceCents), compareAtPrice };
  const errors: FieldErrors<ProductField | "id"> = {};
  for (const [field, text] of Object.entries(typed) as [ProductField, string][]) {
    if (field === "stock") continue;
    const { label, limit } = productFields[field];
    if (text.length > limit) errors[field] = `${label} must be at most ${limit} characters long`;
    const [name, read] = recordFields[field];
    record[name] = read(text);
  }
  const result = safeParse(catalogRecordSchema, record);
  for (const issue of result.issues ?? []) {
    const name = issue.path?.[0]?.key;
    const field = fieldNames.find((field) => recordFields[field][0] === name);
    if (field) errors[field] ??= `${productFields[field].label} ${issue.message}`;
    else errors.id ??= `ID ${issue.message}`;
  }
  if (Object.keys(errors).length > 0 || !result.success) return { errors };
  return { product: { ...product, ...result.output } };
}

function asItIs(text: string) {
  return text;
}

/** Anything else is left to the catalog's rules, which reject it: also "1.000", which could be two prices. */
function unitsOf(text: string) {
  const cents = centsFromTypedAmount(text);
  if (cents !== undefined) return numberFromCents(cents);
  const number = decimalOf(text);
  return typeof number === "number" && centsFromNumber(number) === undefined ? number : text;
}

function decimalOf(text: string) {
  return (hasLetters(text) ? undefined : readDecimal(text)) ?? text;
}

function quantityOf(text: string) {
  const number = hasLetters(text) ? undefined : readNumber(text);
  return typeof number === "number" ? number : text;
}
