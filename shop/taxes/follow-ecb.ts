import type { JobHandlers } from "../jobs/job-kinds.ts";
import type { ShopDatabase } from "../shop.ts";
import { fetchEcbFile, readRates } from "./ecb-rates.ts";
import { ecbCurrencies } from "./exchange-rates.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Keeps the European Central Bank's rates of the last 90 days, as far as invoices may need them. @throws OutboundError */
export async function followEcb({ db, settings }: Pick<ShopDatabase, "db" | "settings">, signal: AbortSignal) {
  const currencies = ecbCurrencies(settings.taxes, settings.currency);
  if (currencies.length === 0) return;
  const file = await fetchEcbFile(settings, signal);
  const rates = currencies.flatMap((currency) =>
    readRates(file, currency).map((rate) => ({ currency, day: rate.publishedOn, source: "ecb" as const, ...rate })),
  );
  if (rates.length === 0) return;
  await db
    .insertInto("euroRates")
    .values(rates)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The bank publishes rates once on working days, at about 16:00 CET. */
export function createEcbHandler(
  shop: Pick<ShopDatabase, "db" | "settings" | "refreshSettings">,
): JobHandlers["ecbRates"] {
  return {
    async run(_, signal) {
      await shop.refreshSettings();
      await followEcb(shop, signal);
      return undefined;
    },
    retryDelays: [minute, 10 * minute],
    everyMs: 2 * hour,
    failureMessage: () => "Rates of the European Central Bank not read",
  };
}
