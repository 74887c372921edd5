import type { ProductsTable } from "#database/schema.ts";
import { foldText } from "../../text/fold-text.ts";
import { brandSlug } from "../../text/slug.ts";
import type { Currency } from "../../values/currencies.ts";
import { importedSlug } from "../filters/category-slug.ts";
import type { SaleColumns } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { catalogFields, type Field, type FieldColumn, type ProductValues, productFieldList } from "./product-fields.ts";

/** A row before the database gives it a number and a version. */
export type ProductRow = Pick<ProductsTable, keyof ProductValues | "position" | "titleKey" | "brandSlug">;

/** What the shop itself sets. */
const ownColumns = {
  number: true,
  version: true,
  position: true,
  titleKey: true,
  brandSlug: true,
  usualCompareAtCents: true,
  formerCents: true,
  isHidden: true,
} satisfies Record<Exclude<keyof ProductsTable, FieldColumn>, true>;

/** All columns of a product's row. */
export const productColumns = [
  ...catalogFields.map(({ column }) => column),
  ...(Object.keys(ownColumns) as (keyof typeof ownColumns)[]),
];

/** A product that a file describes. Fields that it omits stay as they are, or have a new product's defaults. */
export type ImportedProduct = Pick<Product, "id"> & Partial<Omit<Product, "formerCents"> & SaleColumns>;

/** A new product's values. */
export const newProduct = Object.fromEntries(
  productFieldList.map(({ column, initial }) => [column, initial]),
) as unknown as Product;

/** A new product's columns. */
export const newColumns = columnsOf(newProduct) as ProductRow;

/** A product as a row, with what lists and searches need. */
export function rowOf(product: Product, position: number): ProductRow {
  return { ...newColumns, ...columnsOf(product), position };
}

/** The columns of a product's fields, as far as it has them, and of what lists and searches need. */
export function columnsOf(product: ImportedProduct): Pick<ProductRow, "id"> & Partial<ProductRow & SaleColumns> {
  const { title, brand, category } = product;
  const given = catalogFields.filter(({ column }) => product[column] !== undefined);
  const columns = given.map(({ column, isJson }) => [
    column,
    isJson && product[column] !== null ? JSON.stringify(product[column]) : product[column],
  ]);
  return {
    ...Object.fromEntries(columns),
    ...(title !== undefined && { titleKey: foldText(title) }),
    ...(brand !== undefined && { brandSlug: brand && brandSlug(brand) }),
    ...(category !== undefined && { category: importedSlug(category) }),
  };
}

/** A field's value in a row as catalog files write it. */
export function fileValueIn(row: Partial<ProductsTable>, field: Field, currency: Currency) {
  const value = valueIn(row, field);
  return value == null ? null : field.toFile(value, currency);
}

function valueIn(row: Partial<ProductsTable>, { column, isJson }: Field): unknown {
  const value = row[column];
  return isJson && value != null ? JSON.parse(value as string) : value;
}

/** A row as the product that the rest of the shop knows. SQLite's rows have no prototype, which React Router doesn't send. */
export function toProduct(row: ProductRow & Partial<ProductsTable>): Product {
  const { formerCents } = row;
  const values = productFieldList.flatMap((field) => {
    const value = valueIn(row, field);
    return value == null && !field.isAlwaysMeant ? [] : [[field.column, value]];
  });
  return { ...Object.fromEntries(values), ...(formerCents != null && { formerCents }) };
}
