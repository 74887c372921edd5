import type { Database } from "#database/connect.ts";
import { type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { FormRefusedError } from "../forms/form-errors.ts";
import type { ShopDatabase } from "../shop.ts";
import type { TaxFields } from "./tax-form.ts";
import { rateChoices, readTaxForm, taxesKey, toTaxes } from "./taxes.ts";

/** What owners set up about VAT. A rate that products have stays. */
export const storedTaxes: StoredForm<TaxFields> = {
  ...{ key: taxesKey, kind: "settings", subject: "taxes", read: readTaxForm },
  async prepare(transaction, before, next) {
    const kept = new Set(rateChoices(toTaxes(next)).map(({ id }) => id));
    for (const { id, name } of rateChoices(toTaxes(before)))
      if (!kept.has(id) && (await isUsed(transaction, id)))
        throw new FormRefusedError({ form: `Products have the rate ${name}. Give them another one first.` });
  },
};

/**
 * Saves what owners set up about VAT. Placed orders keep the rates of their day.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError, FormRefusedError
 */
export function saveTaxes(
  context: Pick<ShopDatabase, "db" | "now">,
  next: TaxFields,
  by: { original: Partial<TaxFields>; actor: string },
) {
  return saveStoredForm(context, storedTaxes, next, by);
}

async function isUsed(db: Database, vatRate: string) {
  for (const table of ["products", "archivedProducts"] as const) {
    const found = await db.selectFrom(table).select("id").where("vatRate", "=", vatRate).limit(1).executeTakeFirst();
    if (found) return true;
  }
  return false;
}
