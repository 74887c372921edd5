import type { Database } from "#database/connect.ts";
import { isSameRecord, type NewChange, recordChange } from "../changes/change-log.ts";
import { changeSettings, refuseConflict, type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { compareRecords, replacedRecords } from "../changes/settings-section.ts";
import { FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { ShopDatabase } from "../shop.ts";
import type { AbroadFields } from "./abroad-form.ts";
import { type CountryFields, newCountry } from "./country-form.ts";
import { abroadKey, readAbroadForm, readCountryRows, toCountryForm } from "./read-abroad.ts";
import { euCountries } from "./vat-area.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

const kind = "vat";

/** What owners set up about sales abroad. */
export const storedAbroad: StoredForm<AbroadFields> = {
  ...{ key: abroadKey, kind: "settings", subject: "taxes abroad", read: readAbroadForm },
  async prepare(trx, before, next, now) {
    // Reads the rates at once instead of at the next regular run.
    if (next.ecbRates && !before.ecbRates) await enqueue(trx, "ecbRates", { key: "recurring", payload: null, now });
  },
};

/**
 * Saves what owners set up about sales abroad. Placed orders keep their VAT.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError
 */
export function saveAbroad(
  context: Context,
  next: AbroadFields,
  by: { original: Partial<AbroadFields>; actor: string },
) {
  return saveStoredForm(context, storedAbroad, next, by);
}

/** Adds a country's VAT. @throws FormRefusedError if there is one already */
export async function addCountry(context: Context, fields: CountryFields, actor: string) {
  await changeSettings(context, async (trx) => {
    if (await findCountry(trx, fields.country))
      throw new FormRefusedError({ country: "This country is already there" });
    await insertCountry(trx, fields);
    return [recordChange({ actor, kind, subject: fields.country }, undefined, fields)];
  });
}

/** Adds the standard rates of all countries of the EU that aren't there yet, without the seller's own. @returns how many */
export async function addEuCountries(context: Context, actor: string) {
  let count = 0;
  await changeSettings(context, async (trx) => {
    const { country: own } = await readAbroadForm(trx);
    const known = new Set([own, ...(await readCountryRows(trx)).map(({ country }) => country)]);
    const added = euCountries.filter((code) => !known.has(code)).map(newCountry);
    for (const fields of added) await insertCountry(trx, fields);
    count = added.length;
    return added.map((fields) => recordChange({ actor, kind, subject: fields.country }, undefined, fields));
  });
  return count;
}

/**
 * Saves a country's form. It stays the same country.
 *
 * @param original the values when the form was opened
 * @throws RecordUnknownError, ChangedMeanwhileError
 */
export async function editCountry(
  context: Context,
  country: string,
  next: CountryFields,
  { original, actor }: { original: CountryFields; actor: string },
) {
  await changeSettings(context, async (trx) => {
    const before = await findCountry(trx, country);
    if (!before) throw new RecordUnknownError(country);
    refuseConflict(original, before);
    const after = { ...next, country };
    if (isSameRecord(before, after)) return [];
    await updateCountry(trx, after);
    return [recordChange({ actor, kind, subject: country }, before, after)];
  });
}

/** Deletes a country's VAT. @throws RecordUnknownError */
export async function deleteCountry(context: Context, country: string, actor: string) {
  await changeSettings(context, async (trx) => {
    const before = await findCountry(trx, country);
    if (!before) throw new RecordUnknownError(country);
    await trx.deleteFrom("vatCountries").where("country", "=", country).execute();
    return [recordChange({ actor, kind, subject: country }, before, undefined)];
  });
}

/** Replaces all countries in the transaction of a change (`changeSettings`). @returns what to log */
export async function replaceCountries(
  transaction: Database,
  next: CountryFields[],
  actor: string,
): Promise<NewChange[]> {
  const before = (await readCountryRows(transaction)).map(toCountryForm);
  const compared = compareRecords(before, next, "country");
  for (const { country } of compared.removed)
    await transaction.deleteFrom("vatCountries").where("country", "=", country).execute();
  for (const fields of compared.added) await insertCountry(transaction, fields);
  for (const { after } of compared.changed) await updateCountry(transaction, after);
  return replacedRecords(compared, { actor, kind, key: "country" });
}

async function findCountry(db: Database, country: string) {
  const row = (await readCountryRows(db)).find((candidate) => candidate.country === country);
  return row && toCountryForm(row);
}

async function insertCountry(transaction: Database, { country, ...fields }: CountryFields) {
  await transaction
    .insertInto("vatCountries")
    .values({ country, fields: JSON.stringify(fields) })
    .execute();
}

async function updateCountry(transaction: Database, { country, ...fields }: CountryFields) {
  const changed = { fields: JSON.stringify(fields) };
  await transaction.updateTable("vatCountries").set(changed).where("country", "=", country).execute();
}
