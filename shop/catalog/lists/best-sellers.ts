import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { readSettings } from "../../settings/settings.ts";
import type { ShopDatabase } from "../../shop.ts";

const key = "bestSellers";
const countedDays = 90;
/** Shoppers don't page further by this order, and every process reads them after each change of the catalog. */
const mostCounted = 1000;

/** How many pieces were sold, by products' numbers. */
export type SoldPieces = ReadonlyMap<number, number>;

/** What `countBestSellers` counted last, as it is stored. */
export async function readBestSellers(db: Database): Promise<string> {
  return (await readSettingsRow(db, key)) ?? "[]";
}

export function parseBestSellers(stored: string): SoldPieces {
  return new Map(JSON.parse(stored));
}

/**
 * Counts what sold best in the last 90 days, if the shop sorts by it. Siblings count together, as they share a card; orders that are cancelled or
 * not yet paid don't count. See docs/decisions/0217.
 */
export async function countBestSellers({ db, now }: Pick<ShopDatabase, "db" | "now">) {
  if (!(await readSettings(db)).bestSellingSort) return;
  const value = JSON.stringify(await countPieces(db, now().getTime() - countedDays * 24 * 60 * 60_000));
  if (value === (await readBestSellers(db))) return;
  await db.transaction().execute(async (trx) => {
    await bumpCatalogVersion(trx);
    await writeSettingsRow(trx, key, value);
  });
}

async function countPieces(db: Database, since: number): Promise<[number: number, pieces: number][]> {
  const rows = await db
    .selectFrom("orderLines")
    .innerJoin("orders", "orders.id", "orderLines.orderId")
    .innerJoin("products", "products.id", "orderLines.productId")
    .select((eb) => ["products.number", "products.group", eb.fn.sum<number>("orderLines.quantity").as("pieces")])
    .where("orders.createdAt", ">=", since)
    .where("orders.state", "not in", ["cancelled", "awaiting-payment"])
    .groupBy(["products.number", "products.group"])
    .orderBy("pieces", "desc")
    .orderBy("products.number")
    .limit(mostCounted)
    .execute();
  const ofGroup = new Map<string, number>();
  for (const { group, pieces } of rows)
    if (group !== null) ofGroup.set(group, (ofGroup.get(group) ?? 0) + Number(pieces));
  return rows.map(({ number, group, pieces }) => [number, ofGroup.get(group ?? "") ?? Number(pieces)]);
}
