import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { DiscountChangedError, DiscountFormError, DiscountUnknownError } from "#shop/discounts/change-discount.ts";
import { type DiscountFields, discountForm } from "#shop/discounts/discount-form.ts";
import type { Shop } from "#shop/shop.ts";
import { type FieldErrors, textFields, validate } from "#shop/validate.ts";
import { readForm } from "#web/posted-form.server.ts";

/** A code's form that wasn't saved, to be shown again. */
export interface RejectedDiscount {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** The current values, if someone else changed them while the form was open. */
  conflict?: DiscountFields;
}

export async function readDiscountForm(request: Request) {
  return textFields(await readForm(request));
}

/**
 * Validates a code's form and saves it.
 *
 * @returns the saved fields, or the answer with the rejected form
 * @throws 404 if the code is gone
 */
export async function saveDiscountForm(typed: Record<string, string>, save: (fields: DiscountFields) => Promise<void>) {
  const { values, errors } = validate(discountForm, typed);
  if (errors) return { rejected: data<RejectedDiscount>({ typed, errors }, 422) };
  try {
    await save(values);
    return { values };
  } catch (error) {
    if (error instanceof DiscountFormError) {
      return { rejected: data<RejectedDiscount>({ typed, errors: error.errors }, 422) };
    }
    if (error instanceof DiscountChangedError) {
      return { rejected: data<RejectedDiscount>({ typed, errors: {}, conflict: error.current }, 409) };
    }
    return throwUnknown(error);
  }
}

/** @throws 404 if the code is gone, and all other errors */
export function throwUnknown(error: unknown): never {
  throw error instanceof DiscountUnknownError ? data(null, 404) : error;
}

/** The categories that a code may be limited to. */
export async function readCategoryChoices({ db }: Pick<Shop, "db">) {
  const all = await readCategories(db);
  return all.filter(({ kind }) => kind === "category").map(({ slug, name }) => ({ slug, name }));
}
