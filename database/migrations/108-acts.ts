import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * What owners change can be undone: `acts` has each transaction or series of transactions that did so, and `actRows` the rows as they were and became.
 * Triggers write them (`database/act-triggers.ts`). Imports that could be undone before still can.
 */
export function createActs(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await createActsTable(db);
      await createActRows(db, engine);
      if (engine === "sqlite") {
        const open = db.schema.createTable("openAct").addColumn("id", "integer", (column) => column.primaryKey());
        await open.addColumn("act", "text", (column) => column.notNull()).execute();
      }
      await db.schema.alterTable("changes").addColumn("act", "text").execute();
      await db.schema
        .alterTable("changes")
        .addColumn("isPart", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`create index changes_act on changes (act, id) where act is not null`.execute(db);
      await copyImports(db);
    },
  };
}

async function createActsTable(db: Kysely<unknown>) {
  await db.schema
    .createTable("acts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("undoneAt", "bigint")
    .addColumn("undoneBy", "text")
    .addColumn("insists", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("actor", "text")
    .addColumn("name", "text")
    .addColumn("added", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("changed", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("removed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("acts_createdAt").on("acts").column("createdAt").execute();
}

async function createActRows(db: Kysely<unknown>, engine: Engine) {
  await db.schema
    .createTable("actRows")
    .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
    .addColumn("act", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("change", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("actRows_act").on("actRows").columns(["act", "key", "kind"]).execute();
  // What an import changes twice is remembered once.
  await sql`create unique index "actRows_import" on "actRows" (act, kind, key) where change = 'import'`.execute(db);
}

async function copyImports(db: Kysely<unknown>) {
  await sql`insert into acts (id, "createdAt", "undoneAt", "undoneBy", actor, name, added, changed, removed)
    select id, "createdAt", "undoneAt", "undoneBy", actor, name, added, changed, removed from "pastImports"`.execute(
    db,
  );
  await sql`insert into "actRows" (act, kind, key, change, content)
    select "importId", kind, key, 'import', content from "pastImportRows"`.execute(db);
  await sql`delete from "pastImportRows"`.execute(db);
  await sql`delete from "pastImports"`.execute(db);
}
