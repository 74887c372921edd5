import { Readable } from "node:stream";
import { href } from "react-router";
import { readBalanceChanges, writeBookkeepingCsv } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { shopContext } from "#web/request-context.ts";
import { readPeriod } from "../bookkeeping/read-period.server.ts";
import { withQuery } from "../frame/addresses.ts";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { requireRecentSignIn } from "../frame/recent-sign-in.server.ts";
import { requireOwner } from "../frame/require-owner.server.ts";
import type { Route } from "./+types/bookkeeping-csv";

/** Streams the transactions of a period as CSV. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings, now, payments } = context.get(shopContext);
  const { timeZone } = settings;
  const period = readPeriod(url.searchParams, now(), timeZone);
  await requireRecentSignIn(request, context, withQuery(href("/bookkeeping.csv"), { ...period }));
  const balanceChanges = await readBalanceChanges(payments, period, timeZone).catch(ignoreUnreachable);
  if (!balanceChanges) {
    const back = withQuery(href("/bookkeeping"), { ...period });
    return redirectWithFlash(
      back,
      "The payment provider can't be reached, so its fees and payouts are missing. Try again later.",
    );
  }
  const options = { timeZone, balanceChanges, provider: payments.name };
  const csv = Readable.from(writeBookkeepingCsv(db, period, options), { objectMode: true });
  return new Response(Readable.toWeb(csv.map((text: string) => Buffer.from(text))) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="bookkeeping-${period.from}-${period.to}.csv"`,
    },
  });
}

function ignoreUnreachable(error: unknown) {
  if (error instanceof PaymentUnreachableError) return undefined;
  throw error;
}
