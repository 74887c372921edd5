import { readReturns, writeReturnsCsv } from "#shop/bookkeeping/one-stop-shop.ts";
import { shopContext } from "#web/request-context.ts";
import { readPeriod } from "../bookkeeping/read-period.server.ts";
import { separatorFor } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/one-stop-shop-csv";

/** Answers with a period's One Stop Shop returns as CSV. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const shop = context.get(shopContext);
  const { timeZone, currency, locale } = shop.settings;
  const { period } = readPeriod(url.searchParams, shop.now(), timeZone);
  const options = { currency, locale, separator: separatorFor(url.searchParams, shop.settings) };
  const returns = await readReturns(shop, await shop.reader(), period, request.signal);
  return new Response(writeReturnsCsv(returns, options), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="one-stop-shop-${period.from}-${period.to}.csv"`,
    },
  });
}
