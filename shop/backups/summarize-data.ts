import type { Database } from "#database/connect.ts";
import { readSettings } from "../settings/settings.ts";

/** The tables whose rows owners are told of, and what they call one. */
export const countedTables = {
  products: "product",
  customers: "customer",
  orders: "order",
  contactMessages: "message",
} as const;
type CountedTable = keyof typeof countedTables;

/** What tells owners which data it is. */
export interface DataSummary {
  /** As the owner set it up; "" for the environment's. */
  shopName: string;
  counts: Record<CountedTable, number>;
  /** When the newest order was placed, in milliseconds since 1970 (UTC). */
  newestOrderAt: number | undefined;
}

/** Sums up what a shop's database has, or a backup that was migrated. */
export async function summarizeData(db: Database): Promise<DataSummary> {
  const { shopName } = await readSettings(db);
  const newest = await db
    .selectFrom("orders")
    .select("createdAt")
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const counts = await countAll(db);
  return { shopName, counts, newestOrderAt: newest && Number(newest.createdAt) };
}

async function countAll(db: Database) {
  const names = Object.keys(countedTables) as CountedTable[];
  const entries = names.map(async (name) => {
    const count = db.selectFrom(name).select((eb) => eb.fn.countAll<number>().as("rows"));
    return [name, Number((await count.executeTakeFirstOrThrow()).rows)];
  });
  return Object.fromEntries(await Promise.all(entries)) as DataSummary["counts"];
}
