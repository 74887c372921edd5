import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * The index of the products' words names a word's place in the word itself, so that no engine looks at products that have it elsewhere, and
 * the catalog's words are a table on both engines. Both are rebuilt from the products.
 */
export function createSearchKeys(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      if (engine === "postgres") {
        await sql`truncate "productSearch"`.execute(db);
        await sql`alter table "productSearch" rename column words to keys`.execute(db);
        return;
      }
      await sql`drop table "productSearch"`.execute(db);
      await sql`create virtual table "productSearch" using fts5(
        keys, content='', detail='none', prefix='2 3', tokenize='ascii'
      )`.execute(db);
      await sql`drop table "searchWords"`.execute(db);
      await db.schema
        .createTable("searchWords")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("word", "text", (column) => column.notNull().unique())
        .addColumn("products", "integer", (column) => column.notNull())
        .execute();
      await sql`create virtual table "searchWordParts" using fts5(
        parts, content='', detail='none', tokenize='trigram'
      )`.execute(db);
    },
  };
}
