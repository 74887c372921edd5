import { type FieldErrors, safeParse } from "../../forms/validate.ts";
import type { Currency } from "../../values/currencies.ts";
import type { FileValue } from "../fields/field-kinds.ts";
import { inOrder, type ProductField, productFieldList } from "../fields/product-fields.ts";
import type { Product } from "../product.ts";
import { catalogRecordSchema } from "./catalog-record.ts";

/** The order of the form and the log. Further fields come last. */
const order = [
  ...["title", "address", "description", "price", "compareAtPrice", "stock", "brand", "category", "tags"],
  ...["discountPercentage", "minimumOrderQuantity", "vatRate", "thumbnail", "images", "imageAlts"],
  ...["group", "options", "sku", "gtin", "weightGrams", "contentAmount", "contentUnit", "seoTitle", "seoDescription"],
  ...["publishAt", "unpublishAt", "manufacturer", "manufacturerAddress", "manufacturerContact", "responsiblePerson"],
  "safetyWarnings",
];
const fields = inOrder(
  productFieldList.filter((field): field is typeof field & { limit: number } => field.limit !== undefined),
  order,
);

/** The fields of a product's form: their labels, and their limits in characters. */
export const formFields = Object.fromEntries(fields.map((field) => [field.inForm, field])) as Record<
  ProductField,
  (typeof fields)[number]
>;

export const productFieldNames = Object.keys(formFields) as ProductField[];
/** Those that the form shows as plain text fields. */
export const furtherFields = productFieldNames.slice(order.length);

/** The form's values as text. */
export type ProductFormValues = Record<ProductField, string>;

/** The error of a price that became 0: the owner is asked first, as before an import. */
export const freePriceQuestion = "A price of 0 sells this product for free. Confirm it below, or change the price";

/** Fills the form from a product. */
export function toForm(product: Product, currency: Currency): ProductFormValues {
  const texts = fields.map(({ inForm, column, initial, toForm }) => {
    const value = product[column] ?? initial;
    return [inForm, value === null ? "" : toForm(value, currency)];
  });
  return Object.fromEntries(texts);
}

/** A product as catalog files write it, without its sale. What is empty is null. */
export function toRecord(product: Product, currency: Currency): Record<string, FileValue> {
  const values = productFieldList.map(({ name, column, initial, toFile }) => {
    const value = product[column] ?? initial;
    return [name, value === null ? null : toFile(value, currency)];
  });
  return Object.fromEntries(values);
}

/**
 * Applies form values to a product and validates it with the catalog's rules. Stock is read separately, because it may be an adjustment.
 *
 * @returns the product, or the errors by field
 */
export function fromForm(
  product: Product,
  typed: Partial<ProductFormValues>,
  currency: Currency,
): { product: Product; errors?: undefined } | { product?: undefined; errors: FieldErrors<ProductField | "id"> } {
  const record: Record<string, unknown> = toRecord(product, currency);
  const errors: FieldErrors<ProductField | "id"> = {};
  for (const [field, text] of Object.entries(typed) as [ProductField, string][]) {
    if (field === "stock") continue;
    const { name, label, limit, initial, fromForm } = formFields[field];
    if (text.length > limit) errors[field] = `${label} must be at most ${limit} characters long`;
    record[name] = initial === null && text.trim() === "" ? null : fromForm(text, currency);
  }
  const result = safeParse(catalogRecordSchema(currency), record);
  for (const issue of result.issues ?? []) {
    const name = issue.path?.[0]?.key;
    const field = fields.find((field) => field.name === name);
    if (field) errors[field.inForm as ProductField] ??= `${field.label} ${issue.message}`;
    else errors.id ??= `ID ${issue.message}`;
  }
  if (Object.keys(errors).length > 0 || !result.success) return { errors };
  return { product: withAltsOf(product, { ...product, ...result.output }) };
}

/** Alt texts are typed for the pictures that were there, and follow them to their new places. */
function withAltsOf(before: Product, after: Product): Product {
  const { imageAlts } = after;
  if (!imageAlts || String(before.images) === String(after.images)) return after;
  const pictures = before.images.length > 0 ? before.images : [before.thumbnail];
  const altOf = new Map(pictures.map((address, index) => [address, imageAlts[index] ?? ""]));
  const alts = after.images.map((address) => altOf.get(address) ?? "");
  return { ...after, imageAlts: alts.some(Boolean) ? alts : null };
}
