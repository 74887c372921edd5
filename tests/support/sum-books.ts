import type { Database } from "#database/connect.ts";
import { readReturnRows } from "#shop/bookkeeping/one-stop-shop.ts";
import { readBookkeepingTotals } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { soldIn } from "#shop/delivery/sale-area.ts";
import type { DocumentContent } from "#shop/documents/document.ts";
import { vatPlaceOf } from "#shop/taxes/vat-area.ts";
import { addDays, dayOf } from "#shop/values/days.ts";

/** What amounts come to by a name, without those that come to nothing. */
type Sums = Record<string, [netCents: number, vatCents: number]>;

/** What a shop's documents come to by country, kind of VAT and rate, and what its books and its VAT returns do. */
export async function sumBooks(db: Database, now: Date, timeZone: string) {
  const orders = await db.selectFrom("orders").selectAll().execute();
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const [documents, documentReturns]: [Sums, Sums] = [{}, {}];
  for (const { orderId, content } of await db.selectFrom("documents").select(["orderId", "content"]).execute()) {
    const { kind, vat } = JSON.parse(content) as DocumentContent;
    const order = orderOf.get(orderId);
    const { vatKind, vatScheme } = order ?? {};
    const { country: code, zipCode } = order ? soldIn(order) : {};
    const place = code ? vatPlaceOf({ country: code, zipCode: zipCode ?? undefined }).country : null;
    const sign = kind === "invoice" ? 1 : -1;
    for (const { basisPoints, netCents, vatCents } of vat) {
      const amounts = [sign * netCents, sign * vatCents] as const;
      addTo(documents, [vatKind === null ? null : place, vatKind, basisPoints], amounts);
      if (vatScheme === "oss" || vatScheme === "ioss") addTo(documentReturns, [vatScheme, place, basisPoints], amounts);
    }
  }
  const today = dayOf(now, timeZone);
  const period = { from: addDays(today, -2), to: addDays(today, 60) };
  const [books, returns]: [Sums, Sums] = [{}, {}];
  for (const { country, vatKind, basisPoints, netCents, vatCents } of (
    await readBookkeepingTotals(db, period, { timeZone })
  ).vat)
    addTo(books, [country, vatKind, basisPoints], [netCents, vatCents]);
  for (const { scheme, country, basisPoints, netCents, vatCents } of await readReturnRows(db, period, { timeZone }))
    addTo(returns, [scheme, country, basisPoints], [netCents, vatCents]);
  return {
    documents: withoutNothing(documents),
    documentReturns: withoutNothing(documentReturns),
    books: withoutNothing(books),
    returns: withoutNothing(returns),
  };
}

function addTo(
  sums: Sums,
  parts: (string | number | null | undefined)[],
  [netCents, vatCents]: readonly [number, number],
) {
  const name = parts.join(" ");
  const [net, vat] = sums[name] ?? [0, 0];
  sums[name] = [net + netCents, vat + vatCents];
}

function withoutNothing(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([, [net, vat]]) => net !== 0 || vat !== 0));
}
