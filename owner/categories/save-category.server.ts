import type { RouterContextProvider } from "react-router";
import { type CategoryFields, categoryForm } from "#shop/catalog/categories/category-form.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { categoryColors } from "#ui/category-colors.ts";
import { saveForm } from "../forms/save-form.server.ts";
import { readFormWithPictures } from "../forms/take-pictures.server.ts";

type PostedCategory = Awaited<ReturnType<typeof readCategoryForm>>;

/** Reads a category's form, with its new picture. */
export function readCategoryForm(request: Request, context: Readonly<RouterContextProvider>) {
  return readFormWithPictures(request, context, { picture: "square" });
}

/** Validates a category's form and saves it, as `saveForm` does. */
export function saveCategoryForm(
  { typed, errors: pictureErrors }: PostedCategory,
  save: (fields: CategoryFields) => Promise<void>,
) {
  return saveForm(categoryForm, typed, save, { ...pictureErrors, ...colorErrors(typed.color) });
}

function colorErrors(color = ""): FieldErrors {
  const isKnown = color === "" || categoryColors.some(({ value }) => value === color);
  return isKnown ? {} : { color: "Choose a color from the list" };
}
