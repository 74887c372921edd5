import { Readable } from "node:stream";
import { writeOrdersCsv } from "#shop/orders/views/write-orders-csv.ts";
import { shopContext } from "#web/request-context.ts";
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
  const style = { locale, separator: separatorFor(url.searchParams, settings) };
  const csv = writeOrdersCsv(
    await reader(),
    toOrderSearch({ ...query, after: undefined }, timeZone, now()),
    timeZone,
    style,
  );
  return new Response(Readable.toWeb(Readable.from(csv, { objectMode: true }).map(encode)) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="orders.csv"',
    },
  });
}

function encode(text: string) {
  return Buffer.from(text);
}
