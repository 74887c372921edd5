import { writeOrdersCsv } from "#shop/orders/views/write-orders-csv.ts";
import { shopContext } from "#web/request-context.ts";
import { csvType, streamTexts } from "#web/stream-texts.server.ts";
import { separatorFor } from "../downloads/csv-separator.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import { readOrderQuery, toOrderSearch } from "../orders/order-query.server.ts";
import type { Route } from "./+types/orders-csv";

/** Streams the orders of a search as CSV. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  startDownload(request);
  const { after: _, ...query } = readOrderQuery(url.searchParams);
  const { reader, settings, now } = context.get(shopContext);
  const { timeZone, locale } = settings;
  const style = { locale, separator: separatorFor(url.searchParams, settings), signal: request.signal };
  const search = toOrderSearch({ ...query, after: undefined }, timeZone, now());
  return streamTexts(writeOrdersCsv(await reader(), search, timeZone, style), { type: csvType, name: "orders.csv" });
}
