import type { Selectable } from "kysely";
import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { ExchangeRatesTable } from "#database/schema.ts";
import { recordChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { typedText } from "../forms/form-rules.ts";
import { typedDay } from "../forms/typed-moment.ts";
import type { ShopDatabase } from "../shop.ts";
import type { Currency } from "../values/currencies.ts";
import { euro, isRate } from "./euro-rates.ts";
import type { ExchangeRate } from "./local-vat.ts";
import type { Taxes } from "./taxes.ts";
import { foreignVatCurrencies } from "./vat-currency.ts";

/** A rate that an owner has typed: from a day on, one of `base` is worth `rate` of `currency`. */
export type TypedRate = Selectable<ExchangeRatesTable>;

/** Sterling has no rate of the European Central Bank: HMRC takes its own of each month, or the market's (VAT Notice 700, 7.7). */
const withoutEcb: Currency = "GBP";
/** The bank pauses for holidays of a few days; each has at most two rates here. */
const readAtOnce = 30;

/** What the currency of least worth is in that of the most, with room. */
const leastRate = 0.000_000_1;

/** The ways round in which a rate between two currencies can be typed: "GBP/NOK" is how many kroner a pound is worth. */
export function pairsOf(vatCurrencies: Currency[], currency: Currency) {
  return vatCurrencies.flatMap((vatCurrency) => [`${vatCurrency}/${currency}`, `${currency}/${vatCurrency}`]);
}

/** The form for a rate. @param pairs as of `pairsOf` */
export function exchangeRateForm(pairs: string[]) {
  return v.object({
    pair: v.pipe(
      typedText(7),
      v.check((pair) => pairs.includes(pair), "Choose the currencies"),
    ),
    rate: v.pipe(
      typedText(20),
      v.check((typed) => isRate(typed, leastRate), "Use a number such as 13.4521"),
      v.transform((typed) => typed.replace(",", ".")),
    ),
    validFrom: typedDay("Use a day such as 2026-11-01", { isRight: (day) => day < "9000" }),
  });
}

type RateFields = v.InferOutput<ReturnType<typeof exchangeRateForm>>;
type Context = Pick<ShopDatabase, "db" | "now">;

function keyOf({ pair, validFrom }: Pick<RateFields, "pair" | "validFrom">) {
  const [base = "", currency = ""] = pair.split("/");
  return { base, currency, validFrom };
}

/** Saves a rate. It replaces one from the same day on. Documents keep theirs. */
export async function typeExchangeRate(context: Context, { rate, ...fields }: RateFields, actor: string) {
  await changeSettings(context, async (trx) => {
    const key = keyOf(fields);
    const before = await findTyped(trx, key);
    if (before?.rate === rate) return [];
    await trx
      .insertInto("exchangeRates")
      .values({ ...key, rate })
      .onConflict((conflict) => conflict.columns(["base", "currency", "validFrom"]).doUpdateSet({ rate }))
      .execute();
    return [
      recordChange({ actor, kind: "vat", subject: subjectOf(fields) }, before && { rate: before.rate }, { rate }),
    ];
  });
}

/** Deletes a rate that was typed, if it is there. */
export async function deleteExchangeRate(
  context: Context,
  fields: Pick<RateFields, "pair" | "validFrom">,
  actor: string,
) {
  await changeSettings(context, async (trx) => {
    const key = keyOf(fields);
    const before = await findTyped(trx, key);
    if (!before) return [];
    await trx
      .deleteFrom("exchangeRates")
      .where((eb) => eb.and(key))
      .execute();
    return [recordChange({ actor, kind: "vat", subject: subjectOf(fields) }, { rate: before.rate }, undefined)];
  });
}

function subjectOf({ pair, validFrom }: Pick<RateFields, "pair" | "validFrom">) {
  return `${pair} ${validFrom}`;
}

function findTyped(db: Database, key: Omit<TypedRate, "rate">) {
  const rates = db.selectFrom("exchangeRates").selectAll();
  return rates.where((eb) => eb.and(key)).executeTakeFirst();
}

/** All rates that were typed, the newest first. */
export function readTypedRates(db: Database): Promise<TypedRate[]> {
  return db.selectFrom("exchangeRates").selectAll().orderBy("validFrom", "desc").orderBy("base").execute();
}

interface Wanted {
  /** The document's. */
  currency: Currency;
  vatCurrency: Currency;
  /** `YYYY-MM-DD` */
  day: string;
}

/** The newest rate on a day. One that was typed comes before the European Central Bank's of the same day. See docs/decisions/0361. */
export async function findExchangeRate(
  db: Database,
  { usesEcbRates }: Pick<Taxes, "usesEcbRates">,
  wanted: Wanted,
): Promise<ExchangeRate | undefined> {
  const typed = await findTypedRate(db, wanted);
  const published = usesEcbRates && wanted.vatCurrency !== withoutEcb ? await findEcbRate(db, wanted) : undefined;
  return published && (!typed || typed.validFrom < published.validFrom) ? published : typed;
}

async function findTypedRate(db: Database, { currency, vatCurrency, day }: Wanted): Promise<ExchangeRate | undefined> {
  const found = await db
    .selectFrom("exchangeRates")
    .selectAll()
    .where((eb) => eb.or([eb.and({ base: vatCurrency, currency }), eb.and({ base: currency, currency: vatCurrency })]))
    .where("validFrom", "<=", day)
    .orderBy("validFrom", "desc")
    .orderBy("base")
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { base, rate, validFrom } = found;
  const rates = base === vatCurrency ? { documentRate: rate, vatRate: "1" } : { documentRate: "1", vatRate: rate };
  return { base, ...rates, validFrom, source: "typed" };
}

/** The latest day on which the bank published both rates. */
async function findEcbRate(db: Database, { currency, vatCurrency, day }: Wanted): Promise<ExchangeRate | undefined> {
  const published = await db
    .selectFrom("euroRates")
    .select(["currency", "publishedOn", "rate"])
    .where("source", "=", "ecb")
    .where("currency", "in", [currency, vatCurrency])
    .where("publishedOn", "<=", day)
    .orderBy("publishedOn", "desc")
    .limit(readAtOnce)
    .execute();
  for (const [validFrom, rates] of Map.groupBy(published, ({ publishedOn }) => publishedOn)) {
    const [documentRate, vatRate] = [currency, vatCurrency].map((wanted) =>
      wanted === euro ? "1" : rates.find((rate) => rate.currency === wanted)?.rate,
    );
    if (documentRate && vatRate) return { base: euro, documentRate, vatRate, validFrom, source: "ecb" };
  }
  return undefined;
}

/** The currencies whose rates of the European Central Bank documents need. */
export function ecbCurrencies(taxes: Taxes, currency: Currency): Currency[] {
  const wanted = foreignVatCurrencies(taxes, currency).filter((code) => code !== withoutEcb);
  if (!taxes.usesEcbRates || wanted.length === 0) return [];
  return [currency, ...wanted].filter((code) => code !== euro);
}

/** Whether invoices may say their VAT in another currency, now or since an earlier registration. */
export async function mayHaveLocalVat(db: Database, taxes: Taxes, currency: Currency) {
  if (taxes.usesEcbRates || foreignVatCurrencies(taxes, currency).length > 0) return true;
  return (await db.selectFrom("exchangeRates").select("base").limit(1).executeTakeFirst()) !== undefined;
}
