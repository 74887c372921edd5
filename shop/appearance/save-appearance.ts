import type { Database } from "#database/connect.ts";
import { changedFields, type NewChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { ChangedMeanwhileError } from "../forms/form-errors.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import { appearanceKey as key, readAppearanceForm } from "./appearance.ts";
import type { AppearanceFields } from "./appearance-form.ts";

/**
 * Saves how the shop looks.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError
 */
export async function saveAppearance(
  context: Pick<ShopDatabase, "db" | "now">,
  next: AppearanceFields,
  { original, actor }: { original: AppearanceFields; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const before = await readAppearanceForm(trx);
    if (Object.keys(changedFields(original, before)).length > 0) throw new ChangedMeanwhileError(before);
    return replaceAppearance(trx, next, { actor, now: context.now() });
  });
}

/** Replaces the appearance in the transaction of a change (`changeSettings`). @returns what to log */
export async function replaceAppearance(
  transaction: Database,
  next: AppearanceFields,
  { actor, now }: { actor: string; now: Date },
): Promise<NewChange[]> {
  const before = await readAppearanceForm(transaction);
  const fields = changedFields(before, next);
  if (Object.keys(fields).length === 0) return [];
  const value = JSON.stringify(next);
  await transaction
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  await markUsed(
    transaction,
    [before.logo, before.icon, before.heroPicture],
    [next.logo, next.icon, next.heroPicture],
    now,
  );
  return [{ actor, kind: "appearance", subject: "shop", action: "changed", fields }];
}
