import { join } from "node:path";
import { connectPostgres, connectSqlite } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import type { DatabasePlace } from "./databases.ts";
import { answerParent } from "./run-processes.ts";

/** One of several processes that bring a database to the newest schema at the same moment. */
await answerParent(async ({ dataFolder, databaseUrl }: DatabasePlace) => {
  const connection = databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(join(dataFolder, "shop.db"));
  const applied = await migrate(connection);
  await connection.db.destroy();
  return applied;
});
