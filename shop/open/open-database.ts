import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connectPostgres, connectSqlite } from "#database/connect.ts";
import { databaseNow, followDatabaseClock } from "#database/database-clock.ts";
import { migrate } from "#database/migrate.ts";
import { connectWithReplica, currentReader } from "#database/read-replica.ts";
import { keepRoleSettings } from "#database/role-settings.ts";
import { updateSearchIndex } from "../catalog/lists/search/search-index.ts";
import { openPictureFiles } from "../pictures/storage/picture-files.ts";
import type { ShopDatabase, ShopSettings } from "../shop.ts";
import { createLiveSettings } from "./live-settings.ts";

type DatabasePlace = Pick<ShopSettings, "databaseUrl" | "dataFolder"> & Partial<Pick<ShopSettings, "databaseReadUrl">>;

/** Connects without migrating. Nothing is read until the first query. */
export function connectTo({ databaseUrl, databaseReadUrl, dataFolder }: DatabasePlace) {
  if (!databaseUrl) return connectSqlite(join(dataFolder, "shop.db"));
  return databaseReadUrl ? connectWithReplica(databaseUrl, databaseReadUrl) : connectPostgres(databaseUrl);
}

/**
 * Connects to the shop's database and migrates it: all that most commands need, without the accounts library and mails. See docs/decisions/0094.
 *
 * @param announce reports slow steps
 * @throws the database's error when it can't be reached or written
 */
export async function openDatabase(settings: ShopSettings, announce: (line: string) => void): Promise<ShopDatabase> {
  const { databaseUrl, dataFolder } = settings;
  if (!databaseUrl) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const connection = connectTo(settings);
  const applied = await migrate(connection);
  if (applied.length > 0) announce(`Database: migrations applied: ${applied.length}`);
  await keepRoleSettings(connection);
  await followDatabaseClock(connection.db);
  const indexed = await updateSearchIndex(connection.db);
  if (indexed > 0) announce(`Database: search index of ${indexed} products built`);
  return {
    ...(await createLiveSettings(connection.db, settings)),
    connection,
    db: connection.db,
    reader: () => currentReader(connection.db),
    now: () => databaseNow(connection.db),
    pictureFiles: openPictureFiles(connection.db, settings.s3),
  };
}
