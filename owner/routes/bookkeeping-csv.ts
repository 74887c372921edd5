import { readBalances, writeBookkeepingCsv } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { mayHaveLocalVat } from "#shop/taxes/exchange-rates.ts";
import { shopContext } from "#web/request-context.ts";
import { csvType, streamTexts } from "#web/stream-texts.server.ts";
import { readPeriod } from "../bookkeeping/read-period.server.ts";
import { separatorFor } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/bookkeeping-csv";

/** Streams the transactions of a period as CSV. Sales and refunds need no payment provider: without its answer, the file says that fees and payouts are missing. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const shop = context.get(shopContext);
  const { timeZone, locale, taxes, currency } = shop.settings;
  const separator = separatorFor(url.searchParams, shop.settings);
  const { period } = readPeriod(url.searchParams, shop.now(), timeZone);
  const sellerCountry = taxes.abroad?.country;
  const db = await shop.reader();
  const hasLocalVat = await mayHaveLocalVat(db, taxes, currency);
  const balances = await readBalances(shop, period);
  const options = { timeZone, sellerCountry, hasLocalVat, balances, separator, locale };
  const name = `bookkeeping-${period.from}-${period.to}.csv`;
  return streamTexts(writeBookkeepingCsv(db, period, options), { type: csvType, name });
}
