import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * An index of the products' words, and of the words' own parts (for who mistypes one): SQLite's FTS5, or PostgreSQL's full text and
 * pg_trgm. Lists, which now have one row each, are rebuilt.
 */
export function createSearch(engine: Engine) {
  const isPostgres = engine === "postgres";
  const sortableText = isPostgres ? sql`text collate "C"` : "text";
  return {
    async up(db: Kysely<unknown>) {
      await (isPostgres ? createInPostgres : createInSqlite)(db);
      await db.schema.dropTable("catalogLists").execute();
      await db.schema
        .createTable("catalogLists")
        .addColumn("filter", sortableText, (column) => column.notNull())
        .addColumn("sort", sortableText, (column) => column.notNull())
        .addColumn("count", "integer", (column) => column.notNull())
        .addColumn("members", isPostgres ? "bytea" : "blob", (column) => column.notNull())
        .addPrimaryKeyConstraint("catalogLists_pk", ["filter", "sort"])
        .execute();
      if (isPostgres) await sql`alter table "catalogLists" alter column members set storage external`.execute(db);
    },
  };
}

async function createInSqlite(db: Kysely<unknown>) {
  await sql`create virtual table "productSearch" using fts5(
    title, brand, kind, description,
    content='', prefix='1 2 3', tokenize='unicode61 remove_diacritics 0'
  )`.execute(db);
  await sql`create virtual table "searchWords" using fts5(
    word unindexed, products unindexed, parts, tokenize='trigram', detail='none'
  )`.execute(db);
}

async function createInPostgres(db: Kysely<unknown>) {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await db.schema
    .createTable("productSearch")
    .addColumn("position", "integer", (column) => column.primaryKey())
    .addColumn("words", sql`tsvector`, (column) => column.notNull())
    .execute();
  await sql`create index "productSearch_words" on "productSearch" using gin (words) with (fastupdate = off)`.execute(
    db,
  );
  await db.schema
    .createTable("searchWords")
    .addColumn("word", sql`text collate "C"`, (column) => column.primaryKey())
    .addColumn("products", "integer", (column) => column.notNull())
    .execute();
  await sql`create index "searchWords_word" on "searchWords" using gin (word gin_trgm_ops)`.execute(db);
}
