import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type Currency, defaultCurrency } from "../values/currencies.ts";

/** The key in `settings` of what the shop is. */
export const settingsKey = "shopFacts";

/** The currency that the shop's amounts are stored in: a change of amounts reads it in its own transaction. */
export async function readCurrency(db: Database): Promise<Currency> {
  const saved: { currency?: Currency } = JSON.parse((await readSettingsRow(db, settingsKey)) ?? "{}");
  return saved.currency || defaultCurrency;
}
