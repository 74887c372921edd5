import type { Currency } from "../../values/currencies.ts";
import type { Product } from "../product.ts";
import { type ProductFormValues, toForm } from "../products/product-form.ts";

/** What a group's table has of each sibling: fields of the product's form, and the address of its main picture. */
export type SiblingValues = Pick<ProductFormValues, "price" | "stock" | "sku" | "thumbnail">;
export type SiblingField = keyof SiblingValues;
export const siblingFields: SiblingField[] = ["price", "stock", "sku", "thumbnail"];

/** A product's values in the table. */
export function valuesOf(product: Product, currency: Currency): SiblingValues {
  const { price, stock, sku, thumbnail } = toForm(product, currency);
  return { price, stock, sku, thumbnail };
}
