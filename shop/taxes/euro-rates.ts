import type { Selectable } from "kysely";
import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { EuroRatesTable } from "#database/schema.ts";
import { isSameRecord, recordChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { typedText } from "../forms/form-rules.ts";
import { typedDay } from "../forms/typed-moment.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { Shop, ShopDatabase } from "../shop.ts";
import type { Currency } from "../values/currencies.ts";
import { addDays, dayOf } from "../values/days.ts";
import { convertCents } from "./convert-cents.ts";
import { askEcb, ecbDays } from "./ecb-rates.ts";

/** What one euro is worth in a currency, for the returns of a period. */
export type EuroRate = Selectable<EuroRatesTable>;

export const euro: Currency = "EUR";

/** No currency is worth more. */
const leastRate = 0.001;
const typedRate = /^\d{1,9}(?:[.,]\d{1,9})?$/;

/** The form for the rate of a period's last day. Left empty, the European Central Bank's rate counts again. */
export const euroRateForm = v.object({
  day: typedDay("Use the last day of a month", {
    isRight: (day) => day < "9000" && addDays(day, 1).endsWith("-01"),
  }),
  rate: v.pipe(
    typedText(20),
    v.check((typed) => typed === "" || isRate(typed), "Use a number such as 11.7325"),
    v.transform((typed) => typed.replace(",", ".")),
  ),
});

/** Whether a rate was typed, with a point or a comma. */
export function isRate(typed: string, least = leastRate) {
  return typedRate.test(typed) && Number(typed.replace(",", ".")) >= least;
}

/** The rates of days that are kept. One that the owner has typed comes before the European Central Bank's. */
async function readEuroRates(db: Database, currency: Currency, days: string[]): Promise<Map<string, EuroRate>> {
  if (days.length === 0) return new Map();
  const rates = db.selectFrom("euroRates").selectAll().where("currency", "=", currency).where("day", "in", days);
  // "ecb" comes before "typed", and the last one counts.
  return new Map((await rates.orderBy("source").execute()).map((rate) => [rate.day, rate]));
}

/**
 * The rates of the last days of periods: those in the database, and otherwise the European Central Bank's, which it then keeps. Days to come have none.
 * Days that are too old for the bank's file have none either, or all of them while it doesn't answer: the owner can type those. See docs/decisions/0311.
 *
 * @returns by day; none for a shop whose prices are in euros
 */
export async function findEuroRates(
  { db, settings, now, log }: Pick<Shop, "db" | "settings" | "now" | "log">,
  days: string[],
): Promise<Map<string, EuroRate>> {
  const { currency, timeZone } = settings;
  if (currency === euro) return new Map();
  const today = dayOf(now(), timeZone);
  const past = [...new Set(days)].filter((day) => day <= today);
  const known = await readEuroRates(db, currency, past);
  const missing = past.filter((day) => !known.has(day) && day >= addDays(today, -ecbDays));
  if (missing.length === 0) return known;
  const published = await askEcb(settings, currency, missing).catch((error) => {
    if (!(error instanceof OutboundError)) throw error;
    log("Rates of the European Central Bank not read", error);
    return new Map<string, never>();
  });
  const found = [...published].map(([day, rate]) => ({ currency, day, source: "ecb" as const, ...rate }));
  if (found.length > 0)
    await db
      .insertInto("euroRates")
      .values(found)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return new Map([...known, ...found.map((rate) => [rate.day, rate] as const)]);
}

/** Saves a rate that the owner has typed, or removes it. */
export async function typeEuroRate(
  context: Pick<ShopDatabase, "db" | "now">,
  { currency, day, rate }: v.InferOutput<typeof euroRateForm> & { currency: Currency },
  actor: string,
) {
  await changeSettings(context, async (trx) => {
    const key = { currency, day, source: "typed" as const };
    const rates = await readEuroRates(trx, currency, [day]);
    const saved = rates.get(day);
    const before = { rate: saved?.source === "typed" ? saved.rate : "" };
    if (isSameRecord(before, { rate })) return [];
    await trx
      .deleteFrom("euroRates")
      .where((eb) => eb.and(key))
      .execute();
    if (rate)
      await trx
        .insertInto("euroRates")
        .values({ ...key, publishedOn: day, rate })
        .execute();
    return [recordChange({ actor, kind: "vat", subject: `EUR/${currency} ${day}` }, before, { rate })];
  });
}

/** An amount in euro cents, rounded half up. @param cents of the rate's currency */
export function toEuroCents(cents: number, { currency, rate }: Pick<EuroRate, "currency" | "rate">) {
  return convertCents(cents, { currency, rate }, { currency: euro, rate: "1" });
}
