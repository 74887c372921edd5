import { mostOptions } from "#shop/catalog/fields/field-rules.ts";

/** The rows of options in a form, from 1. */
export const optionNumbers = Array.from({ length: mostOptions }, (_, index) => index + 1);

/** What is typed of each new variant. Its fields' names end with the number of the combination. */
export const variantFields = ["price", "stock", "sku"] as const;

/** The fields that combinations follow from. */
export const combinationsFollow = [
  ...optionNumbers.flatMap((number) => [`name${number}`, `values${number}`, `own${number}`]),
  ...variantFields,
];
