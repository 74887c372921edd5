import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { type Currency, defaultCurrency } from "../values/currencies.ts";

/** The key in `settings` of what the shop is. */
export const settingsKey = "shopFacts";

const selectSettings = prepared()((db) => db.selectFrom("settings").select("value").where("key", "=", settingsKey));

/** The currency that the shop's amounts are stored in: a change of amounts reads it in its own transaction. */
export async function readCurrency(db: Database): Promise<Currency> {
  const [row] = await selectSettings(db, {});
  return (row && (JSON.parse(row.value) as { currency?: Currency }).currency) || defaultCurrency;
}
