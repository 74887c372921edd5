import { RecordUnknownError } from "../../forms/form-errors.ts";
import type { FieldErrors } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import { type FieldName, type ProductField, saleFieldList } from "../fields/product-fields.ts";
import { changeSale, endSale, readSale, scheduleSale } from "../pricing/sales.ts";
import { type SaleColumns, withoutSale } from "../pricing/usual-price.ts";
import { formFields, type ProductFormValues, productFieldNames } from "./product-form.ts";

/** Changes of products that programs make: by values of fields instead of by what a form's fields have. */

type Context = Pick<ShopDatabase, "db" | "now">;

/** Values of fields as `catalogRecordSchema` gives them; null for none. A missing field stays. */
export type FieldValues = Partial<Record<FieldName, unknown>>;

/** The fields that programs may set, besides the ID. */
export const settableFields: FieldName[] = [
  ...productFieldNames.map((field) => formFields[field].name),
  ...saleFieldList.map(({ name }) => name),
];

/** What the product's form would have in its fields. */
export function toTyped(values: FieldValues, currency: Currency): Partial<ProductFormValues> {
  const typed = productFieldNames.flatMap((field) => {
    const { name, initial, toForm } = formFields[field];
    if (values[name] === undefined) return [];
    const value = values[name] ?? initial;
    return [[field, value === null ? "" : toForm(value, currency)]];
  });
  return Object.fromEntries(typed);
}

/** The errors of the product's form by the fields' names. */
export function errorsByName(errors: FieldErrors<ProductField | "id">): FieldErrors {
  const named = Object.entries(errors).map(([field, message]) => [
    Object.hasOwn(formFields, field) ? formFields[field as ProductField].name : field,
    message,
  ]);
  return Object.fromEntries(named);
}

/**
 * Makes a product's sale what some values say: starts, changes or ends it. Without a field of the sale it stays, and so does the same sale.
 *
 * @returns the errors by field
 * @throws FormRefusedError
 */
export async function changeSaleByRecord(
  context: Context,
  id: string,
  values: FieldValues,
  actor: string,
): Promise<FieldErrors | undefined> {
  const given = saleFieldList.filter(({ name }) => values[name] !== undefined);
  if (given.length === 0) return undefined;
  const before = await readSale(context.db, id);
  const changes = Object.fromEntries(given.map(({ name, column }) => [column, values[name]]));
  const { saleCents, ...times }: SaleColumns = { ...withoutSale, ...before, ...changes };
  if (saleCents === null) {
    const time = given.find(({ name }) => name !== "salePrice" && values[name] !== null);
    if (time) return { [time.name]: "needs a salePrice" };
    if (before) await endSale(context, id, actor);
    return undefined;
  }
  const sale = { saleCents, ...times };
  if (before && saleFieldList.every(({ column }) => before[column] === sale[column])) return undefined;
  try {
    await (before ? changeSale : scheduleSale)(context, id, sale, actor);
  } catch (error) {
    if (error instanceof RecordUnknownError) return { salePrice: "needs a product that is published" };
    throw error;
  }
  return undefined;
}
