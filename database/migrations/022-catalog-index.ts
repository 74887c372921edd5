import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

interface Tables {
  products: { number: number; position: number };
  settings: { key: string; value: string };
}

/**
 * Product lists come from an index in each process's memory. Every product gets a number that never changes, by which that index and the one for
 * searches know it, and the catalog's version that changed it last. The tables that lists came from go.
 */
export function createCatalogIndex(engine: Engine) {
  return {
    async up(db: Kysely<Tables>) {
      for (const table of ["products", "archivedProducts"]) {
        await db.schema
          .alterTable(table)
          .addColumn("number", "integer", (column) => column.notNull().defaultTo(0))
          .execute();
        await db.schema
          .alterTable(table)
          .addColumn("version", "integer", (column) => column.notNull().defaultTo(0))
          .execute();
      }
      await numberProducts(db);
      await db.schema.createIndex("products_number").on("products").column("number").unique().execute();
      await db.schema.createIndex("products_version").on("products").column("version").execute();
      for (const column of ["titleKey", "priceCents"]) {
        await db.schema
          .createIndex(`products_${column}_position`)
          .on("products")
          .columns([column, "position"])
          .execute();
      }
      if (engine === "postgres") await renameSearchColumn(db);
      await db.schema
        .createTable("catalogEpoch")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("epoch", "text", (column) => column.notNull())
        .execute();
      await createImportTables(db);
      for (const table of ["productRanks", "catalogLists", "brands"]) await db.schema.dropTable(table).execute();
      await sql`update settings set key = 'catalogVersion', value = '1' where key = 'catalogRevision'`.execute(db);
      await sql`update settings set key = 'searchIndexVersion', value = '2'
        where key = 'catalogListsVersion' and value like '2.2.%'`.execute(db);
      await db.deleteFrom("settings").where("key", "=", "catalogListsVersion").execute();
    },
  };
}

/** The index for searches already knows products by their positions. */
async function numberProducts(db: Kysely<Tables>) {
  await sql`update products set number = position, version = 1`.execute(db);
  await sql`update "archivedProducts" set number = numbered.number
    from (
      select id, (select coalesce(max(position), 0) from products) + row_number() over (order by id) as number
      from "archivedProducts"
    ) as numbered
    where numbered.id = "archivedProducts".id`.execute(db);
}

/** Also has the index collect new words and add them in bulk, as is PostgreSQL's default: imports write it product by product now. */
async function renameSearchColumn(db: Kysely<Tables>) {
  await db.schema.alterTable("productSearch").renameColumn("position", "number").execute();
  await sql`do $$ declare name text; begin
    for name in select indexname from pg_indexes
      where schemaname = current_schema() and tablename = 'productSearch' and indexdef like '% USING gin %' loop
      execute format('alter index %I set (fastupdate = on)', name);
    end loop;
  end $$`.execute(db);
}

/** Large imports wait here, in batches, until they are applied. */
async function createImportTables(db: Kysely<Tables>) {
  await db.schema
    .createTable("catalogImports")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("hasRemovals", "integer", (column) => column.notNull())
    .addColumn("leasedUntil", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("catalogImportBatches")
    .addColumn("importId", "text", (column) => column.notNull().references("catalogImports.id").onDelete("cascade"))
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("catalogImportBatches_key", ["importId", "number"])
    .execute();
}
