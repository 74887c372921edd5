import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { RunningShop } from "../support/running-shop.ts";

/** Runs one statement in the shop's database on a connection of its own. */
export function inDatabase({ dataFolder }: RunningShop, statement: string) {
  const database = new DatabaseSync(join(dataFolder, "shop.db"), { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

/** Takes a table away from the shop, and puts it back when the work is done. */
export async function withoutTable(shop: RunningShop, table: string, work: () => Promise<void>) {
  inDatabase(shop, `alter table "${table}" rename to "${table} away"`);
  try {
    await work();
  } finally {
    inDatabase(shop, `alter table "${table} away" rename to "${table}"`);
  }
}
