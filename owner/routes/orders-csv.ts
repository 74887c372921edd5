import { Readable } from "node:stream";
import { href } from "react-router";
import { writeOrdersCsv } from "#shop/orders/write-orders-csv.ts";
import { shopContext } from "#web/request-context.ts";
import { readOrderQuery, toOrderSearch } from "../components/order-query.server.ts";
import { requireRecentSignIn } from "../components/recent-sign-in.server.ts";
import { withQuery } from "../components/with-query.ts";
import type { Route } from "./+types/orders-csv";

/** The orders of a search as a file, written while it is downloaded. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { after: _, ...query } = readOrderQuery(url.searchParams);
  await requireRecentSignIn(request, context, withQuery(href("/orders.csv"), query));
  const { db, settings } = context.get(shopContext);
  const { timeZone } = settings;
  const csv = writeOrdersCsv(db, toOrderSearch({ ...query, after: undefined }, timeZone), timeZone);
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
