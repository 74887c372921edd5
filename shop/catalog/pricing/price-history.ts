import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { formerPrice, type PriceEntry } from "./former-price.ts";

type Priced = Pick<ProductsTable, "id" | "priceCents" | "compareAtCents">;

/** A product's price as it was, undefined for a new product, and as it will be. */
export interface PriceChange {
  before: Omit<Priced, "id"> | undefined;
  after: Priced;
}

const columns = ["productId", "changedAt", "priceCents", "compareAtCents"] as const;

/**
 * Records the changed prices among some changes, in the transaction that saves them.
 *
 * @returns the former price that each product may show from now on, by its id: only of those whose price or claim changed; null for none
 */
export async function recordPrices(transaction: Database, changes: PriceChange[], now: Date) {
  const changed = changes.filter(
    ({ before, after }) => before?.priceCents !== after.priceCents || before.compareAtCents !== after.compareAtCents,
  );
  const former = new Map<string, number | null>(changed.map(({ after }) => [after.id, null]));
  if (changed.length === 0) return former;
  const changedAt = now.getTime();
  const rows = changed.map(({ after: { id, priceCents, compareAtCents } }) => ({
    productId: id,
    changedAt,
    priceCents,
    compareAtCents,
  }));
  await insertRows(transaction, { table: "priceHistory", columns: [...columns], rows });
  const claiming = changed.flatMap(({ after }) => (after.compareAtCents === null ? [] : [after.id]));
  for (const [id, history] of await readPriceHistories(transaction, claiming)) {
    former.set(id, formerPrice(history) ?? null);
  }
  return former;
}

/** A price that a product will have, and the claim beside it. */
export type ForeseenPrice = PriceEntry;

/** The former prices that products may show beside the last of the prices that they will have, as `recordPrices` will say, by their ids; null for none. */
export async function foreseeFormerPrices(db: Database, prices: Map<string, ForeseenPrice[]>) {
  const claiming = [...prices].filter(([, foreseen]) => foreseen.at(-1)?.compareAtCents != null);
  const histories = await readPriceHistories(
    db,
    claiming.map(([id]) => id),
  );
  return new Map(
    claiming.map(([id, foreseen]) => [id, formerPrice(inOrder([...(histories.get(id) ?? []), ...foreseen])) ?? null]),
  );
}

/** Every recorded price of some products, the oldest first, by their ids. */
export async function readPriceHistories(db: Database, ids: string[]): Promise<Map<string, PriceEntry[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("priceHistory")
    .select(["productId", "changedAt", "priceCents", "compareAtCents"])
    .where("productId", "in", ids)
    .orderBy("productId")
    .orderBy("id")
    .execute();
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return new Map([...byProduct].map(([id, entries]) => [id, inOrder(entries)]));
}

/** A clock that was set back doesn't turn the history around: no entry is earlier than the one before it. */
function inOrder(entries: PriceEntry[]): PriceEntry[] {
  let latest = 0;
  return entries.map(({ changedAt, priceCents, compareAtCents }) => {
    latest = Math.max(latest, changedAt);
    return { changedAt: latest, priceCents, compareAtCents };
  });
}
