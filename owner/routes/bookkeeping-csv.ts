import { Readable } from "node:stream";
import { readBalances, writeBookkeepingCsv } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { shopContext } from "#web/request-context.ts";
import { readPeriod } from "../bookkeeping/read-period.server.ts";
import { separatorFor } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/bookkeeping-csv";

/** Streams the transactions of a period as CSV. Sales and refunds need no payment provider: without its answer, the file says that fees and payouts are missing. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const shop = context.get(shopContext);
  const { timeZone, locale, taxes } = shop.settings;
  const separator = separatorFor(url.searchParams, shop.settings);
  const { period } = readPeriod(url.searchParams, shop.now(), timeZone);
  const sellerCountry = taxes.abroad?.country;
  const options = { timeZone, sellerCountry, balances: await readBalances(shop, period), separator, locale };
  const csv = Readable.from(writeBookkeepingCsv(await shop.reader(), period, options), { objectMode: true });
  return new Response(Readable.toWeb(csv.map((text: string) => Buffer.from(text))) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="bookkeeping-${period.from}-${period.to}.csv"`,
    },
  });
}
