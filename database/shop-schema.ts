import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { inCopy, inTemporaryFolder } from "./snapshot.ts";

export interface Table {
  name: keyof Schema & string;
  columns: string[];
}

interface ShopSchema {
  /** Each after those that it references, because they are created in that order; without the search index. */
  tables: Table[];
  /** The statements of the triggers, by name. */
  triggers: Map<string, string>;
}

let schema: Promise<ShopSchema> | undefined;

/** What the migrations make of an empty SQLite database. */
export async function readShopSchema() {
  schema ??= inTemporaryFolder((folder) =>
    inCopy(join(folder, "empty.db"), async (empty) => {
      await migrate(empty);
      return { tables: await readTables(empty.db), triggers: await readTriggers(empty.db) };
    }),
  );
  return schema;
}

async function readTables(db: Database) {
  const { rows } = await sql<{ name: Table["name"]; columns: string }>`
    select name, (select json_group_array(name) from pragma_table_info(made.name)) as columns
    from sqlite_master as made
    where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
      and name not like 'productSearch%' and name not like 'searchWord%'
    order by rowid`.execute(db);
  return rows.map(({ name, columns }): Table => ({ name, columns: JSON.parse(columns) }));
}

async function readTriggers(db: Database) {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(db);
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

/** Finds a table that isn't as the migrations make it, in a migrated SQLite database. @returns its name */
export async function findForeignTable(db: Database) {
  const { tables } = await readShopSchema();
  const found = new Map((await readTables(db)).map(({ name, columns }) => [name, columns.toSorted().join()]));
  return tables.find(({ name, columns }) => {
    const others = found.get(name);
    return others !== undefined && others !== columns.toSorted().join();
  })?.name;
}
