import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres, connectSqlite } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { bringListsUpToDate } from "./catalog/lists/build-catalog-lists.ts";
import { followSettings } from "./owners/shop-facts.ts";
import type { ShopDatabase, ShopSettings } from "./shop.ts";

/** Connects to the shop's database as it is. Nothing is read until the first query. */
export function connectTo({ databaseUrl, dataFolder }: Pick<ShopSettings, "databaseUrl" | "dataFolder">) {
  return databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(join(dataFolder, "shop.db"));
}

/**
 * Connects to the shop's database and brings it to the newest schema: all that is needed to look things up and to change them
 * without accounts being signed in to or mails being sent.
 *
 * @param announce is told what takes time
 * @throws what the database answered, when it can't be reached or written
 */
export async function openDatabase(settings: ShopSettings, announce: (line: string) => void): Promise<ShopDatabase> {
  const { databaseUrl, dataFolder } = settings;
  if (!databaseUrl) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const connection = connectTo(settings);
  const applied = await migrate(connection);
  if (applied.length > 0) announce(`Database: ${applied.length} migrations applied`);
  const listed = await bringListsUpToDate(connection.db);
  if (listed > 0) announce(`Database: lists of ${listed} products made`);
  return { ...(await followSettings(connection.db, settings)), connection, db: connection.db, now: () => new Date() };
}
