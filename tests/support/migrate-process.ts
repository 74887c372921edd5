import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { answerParent } from "./answer-parent.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";

export interface Migrating extends DatabaseLocation {
  /** The migrations of a newer version, if the process is of one. */
  newer?: (keyof typeof newerMigrations)[];
}

const newerMigrations = { "998-newer": { up: addColumns }, "999-newer-breaking": { up: changeEverything } };

/** One of several processes that bring a database to the newest schema at the same moment. */
await answerParent(async ({ newer = [], ...location }: Migrating) => {
  const connection = connectAt(location);
  const further = Object.fromEntries(newer.map((name) => [name, newerMigrations[name]]));
  const applied = await migrate(connection, { ...migrations(connection.engine), ...further });
  await connection.db.destroy();
  return applied;
});

/** Adds what the version before can live with. */
async function addColumns(db: Database) {
  for (const table of ["orders", "orderLines", "products"] as const)
    await db.schema.alterTable(table).addColumn("color", "text").execute();
  await db.schema.createIndex("orders_color").on("orders").column("color").execute();
}

/** Changes what orders use, in another order than they do, and notes how many orders there were then. */
async function changeEverything(db: Database) {
  for (const table of ["jobs", "orderEvents", "products", "orders"] as const) {
    await db.schema.alterTable(table).addColumn("newer", "text").execute();
    await sql`update ${sql.table(table)} set newer = 'yes'`.execute(db);
  }
  await sql`create table "ordersBefore" as select count(*) as count from orders`.execute(db);
}
