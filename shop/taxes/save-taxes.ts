import type { Database } from "#database/connect.ts";
import { changedFields, type NewChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { ChangedMeanwhileError, FormRefusedError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import type { TaxField, TaxFields } from "./tax-form.ts";
import { rateChoices, readTaxForm, taxesKey, toTaxes } from "./taxes.ts";

/**
 * Saves what owners set up about VAT. Placed orders keep the rates of their day.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError, FormRefusedError
 */
export async function saveTaxes(
  context: Pick<ShopDatabase, "db" | "now">,
  next: TaxFields,
  { original, actor }: { original: Partial<Record<TaxField, string>>; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const before = await readTaxForm(trx);
    if (Object.keys(changedFields({ ...before, ...original }, before)).length > 0)
      throw new ChangedMeanwhileError(before);
    return replaceTaxes(trx, next, { actor });
  });
}

/**
 * Replaces the form in the transaction of a change (`changeSettings`).
 *
 * @returns what to log
 * @throws FormRefusedError
 */
export async function replaceTaxes(
  transaction: Database,
  next: TaxFields,
  { actor }: { actor: string },
): Promise<NewChange[]> {
  const before = await readTaxForm(transaction);
  const fields = changedFields(before, next);
  if (Object.keys(fields).length === 0) return [];
  const kept = new Set(rateChoices(toTaxes(next)).map(({ id }) => id));
  for (const { id, name } of rateChoices(toTaxes(before)))
    if (!kept.has(id) && (await isUsed(transaction, id)))
      throw new FormRefusedError({ form: `Products have the rate ${name}. Give them another one first.` });
  const value = JSON.stringify(next);
  await transaction
    .insertInto("settings")
    .values({ key: taxesKey, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
  return [{ actor, kind: "settings", subject: "taxes", action: "changed", fields }];
}

async function isUsed(db: Database, vatRate: string) {
  for (const table of ["products", "archivedProducts"] as const) {
    const found = await db.selectFrom(table).select("id").where("vatRate", "=", vatRate).limit(1).executeTakeFirst();
    if (found) return true;
  }
  return false;
}
