import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { fetchId } from "./hosted-pictures.ts";

/** A product that shows pictures of other sites. */
export interface ProductWithSources {
  id: string;
  /** Their addresses. */
  sources: string[];
}

/** Has the pictures of some hundred products at most fetched into the shop, in the transaction that imports them. One that is known to fail is tried again. */
export async function askForPictures(transaction: Database, products: ProductWithSources[], now: Date) {
  const time = now.getTime();
  const sources = [...new Set(products.flatMap((product) => product.sources))];
  if (sources.length === 0) return;
  const fetches = sources.map((source) => ({ id: fetchId(source), source, origin: new URL(source).origin }));
  await insertRows(transaction, {
    table: "pictureFetches",
    columns: ["id", "source", "origin", "state", "attempts", "runAt", "askedAt"],
    rows: fetches.map((fetch) => ({ ...fetch, state: "waiting", attempts: 0, runAt: time, askedAt: time })),
    conflict: retryFailed,
  });
  const uses = products.flatMap(({ id, sources }) =>
    sources.map((source) => ({ fetchId: fetchId(source), productId: id })),
  );
  await insertRows(transaction, {
    table: "pictureFetchUses",
    columns: ["fetchId", "productId"],
    rows: uses,
    conflict: sql`on conflict do nothing`,
  });
  await fetchFrom(transaction, new Set(fetches.map(({ origin }) => origin)), now);
}

/** Starts the jobs that fetch from some sites. */
export async function fetchFrom(transaction: Database, origins: Iterable<string>, now: Date) {
  for (const origin of origins) await enqueue(transaction, "pictureFetches", { key: origin, payload: { origin }, now });
}

const retryFailed = sql`on conflict (id) do update set state = 'waiting', attempts = 0, problem = null,
  "runAt" = excluded."runAt", "askedAt" = excluded."askedAt" where "pictureFetches".state = 'failed'`;
