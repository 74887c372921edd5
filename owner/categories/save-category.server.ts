import { data, type RouterContextProvider } from "react-router";
import { type CategoryFields, categoryForm } from "#shop/catalog/category-form.ts";
import { CategoryRefusedError } from "#shop/catalog/category-rules.ts";
import { CategoryChangedError, CategoryUnknownError } from "#shop/catalog/change-category.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";
import { type FieldErrors, validate } from "#shop/validate.ts";
import { categoryColors } from "#ui/category-colors.ts";
import { readFormWithPictures } from "../frame/take-pictures.server.ts";

/** A category's form that wasn't saved, to be shown again. */
export interface RejectedCategory {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** The current values, if someone else changed them while the form was open. */
  conflict?: CategoryFields | undefined;
}

type PostedCategory = Awaited<ReturnType<typeof readCategoryForm>>;

/** Reads a category's form, with its new picture. */
export function readCategoryForm(request: Request, context: Readonly<RouterContextProvider>) {
  return readFormWithPictures(request, context, { picture: "square" });
}

/**
 * Validates a category's form and saves it.
 *
 * @returns the saved fields, or the answer with the rejected form
 * @throws 404 if the category is gone
 */
export async function saveCategoryForm(
  { typed, errors: pictureErrors }: PostedCategory,
  save: (fields: CategoryFields) => Promise<void>,
) {
  const { values, errors: textErrors } = validate(categoryForm, typed);
  const errors = { ...textErrors, ...pictureErrors, ...colorErrors(typed.color) };
  if (!values || Object.keys(errors).length > 0) return { rejected: reject({ typed, errors }, 422) };
  try {
    await save(values);
    return { values };
  } catch (error) {
    return { rejected: rejectFor(error, typed) };
  }
}

/** The answer to a form that a rule of the catalog refused. @throws 404 if the category is gone, and all other errors */
export function rejectFor(error: unknown, typed: Record<string, string>) {
  if (error instanceof RedirectError) return reject({ typed, errors: { slug: error.message } }, 422);
  if (error instanceof CategoryRefusedError) return reject({ typed, errors: error.errors }, 422);
  if (error instanceof CategoryChangedError) return reject({ typed, errors: {}, conflict: error.current }, 409);
  throw error instanceof CategoryUnknownError ? data(null, 404) : error;
}

function reject(rejected: RejectedCategory, status: number) {
  return data(rejected, status);
}

function colorErrors(color = ""): FieldErrors {
  const isKnown = color === "" || categoryColors.some(({ value }) => value === color);
  return isKnown ? {} : { color: "Choose a color from the list" };
}
