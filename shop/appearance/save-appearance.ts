import { type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import { appearanceKey, readAppearanceForm } from "./appearance.ts";
import type { AppearanceFields } from "./appearance-form.ts";
import { pictureNames } from "./appearance-pictures.ts";

/** How the shop looks. */
export const storedAppearance: StoredForm<AppearanceFields> = {
  ...{ key: appearanceKey, kind: "appearance", subject: "shop", read: readAppearanceForm },
  prepare: (transaction, before, next, now) => markUsed(transaction, picturesOf(before), picturesOf(next), now),
};

function picturesOf(fields: AppearanceFields) {
  return pictureNames.map((name) => fields[name]);
}

/**
 * Saves how the shop looks.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError
 */
export function saveAppearance(
  context: Pick<ShopDatabase, "db" | "now">,
  next: AppearanceFields,
  by: { original: AppearanceFields; actor: string },
) {
  return saveStoredForm(context, storedAppearance, next, by);
}
