import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { connect, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { type Database, engineOf } from "./connect.ts";
import { migrations } from "./migrate.ts";
import { isBreaking } from "./schema-guard.ts";

/** The last migration of the time when a migration stopped all earlier processes, whatever it changed. */
const lastBefore = "069-draft-groups";

forEachEngine((openDatabase, engine) => {
  test("the version before can live with every migration that isn't called breaking", async () => {
    const { db } = connect(await createEmptyDatabase(engine));
    const known = migrations(engine);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    await migrator.migrateTo(lastBefore);
    let before = await readStructure(db);
    for (const name of Object.keys(known).filter((name) => name > lastBefore)) {
      const { error } = await migrator.migrateTo(name);
      expect(error).toBeUndefined();
      const after = await readStructure(db);
      if (!isBreaking(name)) expect(whatBreaks(before, after), name).toEqual([]);
      before = after;
    }
  });

  test.for<[change: string, migrate: (db: Database) => Promise<unknown>, found: string[]]>([
    ["a new table", (db) => db.schema.createTable("news").addColumn("id", "text").execute(), []],
    ["a new index", (db) => db.schema.createIndex("news").on("orders").column("createdAt").execute(), []],
    ["a column that may be empty", (db) => db.schema.alterTable("orders").addColumn("news", "text").execute(), []],
    [
      "a column with a default",
      (db) =>
        db.schema
          .alterTable("orders")
          .addColumn("news", "integer", (of) => of.notNull().defaultTo(0))
          .execute(),
      [],
    ],
    [
      "a removed column",
      (db) => db.schema.alterTable("customers").dropColumn("street").execute(),
      ["customers.street is gone"],
    ],
    [
      "a renamed column",
      (db) => db.schema.alterTable("customers").renameColumn("street", "road").execute(),
      ["customers.road needs a value", "customers.street is gone"],
    ],
    ["a removed table", (db) => db.schema.dropTable("redirects").execute(), ["redirects is gone"]],
    [
      "a new rule of one table's rows",
      (db) => db.schema.createIndex("news").on("customers").column("street").unique().execute(),
      ["customers has a new unique index"],
    ],
    [
      "a rule of a new column",
      async (db) => {
        await db.schema.alterTable("orders").addColumn("news", "text").execute();
        await db.schema.createIndex("news").on("orders").column("news").unique().execute();
      },
      [],
    ],
  ])("%s is found, or is none of what the version before can't live with", async ([, change, found]) => {
    const { db } = await openDatabase();
    // Never committed: others' tests use the database after this one.
    const trx = await db.startTransaction().execute();
    const before = await readStructure(trx);
    await change(trx);
    const all = whatBreaks(before, await readStructure(trx));
    await trx.rollback().execute();
    expect(all.filter((what) => !what.startsWith("redirects."))).toEqual(found);
  });
});

/** What matters to a process that reads and writes a table: its columns, and those that each unique index is of (`table.column`), by the index's name. */
interface Structure {
  columns: Map<string, { type: string; isNullable: boolean; needsValue: boolean }>;
  uniqueIndexes: Map<string, string[]>;
}

async function readStructure(db: Database): Promise<Structure> {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView);
  const columns = tables.flatMap((table) =>
    table.columns.map(({ name, dataType: type, isNullable, hasDefaultValue, isAutoIncrementing }) => {
      const needsValue = !isNullable && !hasDefaultValue && !isAutoIncrementing;
      return [`${table.name}.${name}`, { type, isNullable, needsValue }] as const;
    }),
  );
  const { rows } = await (engineOf(db) === "postgres" ? ofPostgres : ofSqlite).execute(db);
  const byIndex = Map.groupBy(rows, ({ table, name }) => `${table} ${name}`);
  const uniqueIndexes = [...byIndex].map(
    ([index, of]) => [index, of.flatMap(({ table, column }) => (column ? `${table}.${column}` : []))] as const,
  );
  return { columns: new Map(columns), uniqueIndexes: new Map(uniqueIndexes) };
}

/** Expressions have no column. */
interface IndexedColumn {
  table: string;
  name: string;
  column: string | null;
}

const ofPostgres = sql<IndexedColumn>`
  select of.relname as "table", index.relname as name, attname as "column"
  from pg_index join pg_class index on index.oid = indexrelid join pg_class of on of.oid = indrelid
  left join pg_attribute on attrelid = indrelid and attnum = any(indkey)
  where indisunique and of.relnamespace = 'public'::regnamespace`;

const ofSqlite = sql<IndexedColumn>`
  select of.name as "table", found.name as name, info.name as "column" from sqlite_schema as of,
  pragma_index_list(of.name) as found, pragma_index_info(found.name) as info where of.type = 'table' and found."unique"`;

/** What a process that knows the structure before can't live with after a migration. */
function whatBreaks(before: Structure, after: Structure) {
  const tablesOf = ({ columns }: Structure) => new Set([...columns.keys()].map((name) => name.split(".")[0] ?? ""));
  const known = tablesOf(before);
  const found = [...known].filter((table) => !tablesOf(after).has(table)).map((table) => `${table} is gone`);
  for (const [name, { type, isNullable }] of before.columns) {
    const now = after.columns.get(name);
    if (!now) found.push(`${name} is gone`);
    else if (now.type !== type) found.push(`${name} is ${now.type} now`);
    else if (isNullable && !now.isNullable) found.push(`${name} needs a value now`);
  }
  for (const [name, { needsValue }] of after.columns) {
    const isOfKnown = known.has(name.split(".")[0] ?? "");
    if (isOfKnown && !before.columns.has(name) && needsValue) found.push(`${name} needs a value`);
  }
  for (const [index, of] of after.uniqueIndexes) {
    const [table = ""] = index.split(" ");
    // What is only of new columns is empty in the rows of a process that doesn't know them.
    const isOfKnown = known.has(table) && of.every((column) => before.columns.has(column));
    if (isOfKnown && !before.uniqueIndexes.has(index)) found.push(`${table} has a new unique index`);
  }
  return found.toSorted();
}
