import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";

export interface Migrating extends DatabaseLocation {
  /** Whether the process is of a newer version, whose schema goes further. */
  isNewer?: boolean;
}

/** One of several processes that bring a database to the newest schema at the same moment. */
await answerParent(async ({ isNewer, ...location }: Migrating) => {
  const connection = connectAt(location);
  const known = migrations(connection.engine);
  const applied = await migrate(connection, isNewer ? { ...known, "999-newer": { up: changeEverything } } : known);
  await connection.db.destroy();
  return applied;
});

/** Changes what orders use, in another order than they do, and notes how many orders there were then. */
async function changeEverything(db: Database) {
  for (const table of ["jobs", "orderEvents", "products", "orders"] as const) {
    await db.schema.alterTable(table).addColumn("newer", "text").execute();
    await sql`update ${sql.table(table)} set newer = 'yes'`.execute(db);
  }
  await sql`create table "ordersBefore" as select count(*) as count from orders`.execute(db);
}
