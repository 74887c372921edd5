import { join } from "node:path";
import { connectPostgres, connectSqlite } from "#database/connect.ts";

/** Where a test's own database is, in the words of the shop's settings. */
export interface DatabaseLocation {
  dataFolder: string;
  /** undefined: SQLite, in the data folder */
  databaseUrl: string | undefined;
}

export function connectAt({ dataFolder, databaseUrl }: DatabaseLocation) {
  return databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(join(dataFolder, "shop.db"));
}
