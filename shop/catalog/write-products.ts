import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { brandSlug, foldText } from "./fold-text.ts";
import type { Product } from "./product.ts";

const everyColumn = {
  id: true,
  position: true,
  title: true,
  titleKey: true,
  priceCents: true,
  rating: true,
  thumbnail: true,
  images: true,
  brand: true,
  brandSlug: true,
  category: true,
  tags: true,
  stock: true,
  discountPercentage: true,
  minimumOrderQuantity: true,
  description: true,
  availabilityStatus: true,
} satisfies Record<keyof ProductsTable, true>;
export const columns = Object.keys(everyColumn) as (keyof ProductsTable)[];

/** A product as the catalog keeps it, with what lists and searches need. */
export function rowOf(product: Product, position: number): ProductsTable {
  return {
    ...product,
    position,
    titleKey: foldText(product.title),
    brandSlug: product.brand && brandSlug(product.brand),
    images: JSON.stringify(product.images),
    tags: JSON.stringify(product.tags),
  };
}

/**
 * Adds products, or updates those whose ids are there.
 *
 * @param json a list of rows
 */
export async function upsertProducts(db: Database, json: string) {
  const others = columns.filter((column) => column !== "id");
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  await insertRows(db, { table: "products", columns, json, conflict: sql`on conflict (id) do update set ${changes}` });
}

/** Moves the products that a catalog file doesn't name behind those it names, in the order in which they are. */
export async function moveOthersBehind(db: Database, ids: string[]) {
  if (!(await hasProducts(db))) return;
  await sql`update products set position = others.position
    from (
      select id, ${sql.lit(ids.length)} + row_number() over (order by position) as position
      from products where id not in (${textsIn(db, ids)})
    ) as others
    where others.id = products.id and others.position <> products.position`.execute(db);
}

/** Removes the products that a catalog file doesn't name. */
export async function removeOthers(db: Database, ids: string[]) {
  if (!(await hasProducts(db))) return;
  await sql`delete from products where id not in (${textsIn(db, ids)})`.execute(db);
}

/** What a catalog file names is sold again. The others have no place any more in the catalog, which got another order. */
export async function removeFromArchive(db: Database, ids: string[]) {
  if ((await db.selectFrom("archivedProducts").select("id").limit(1).executeTakeFirst()) === undefined) return;
  await sql`delete from "archivedProducts" where id in (${textsIn(db, ids)})`.execute(db);
  await db.updateTable("archivedProducts").set({ position: 0 }).execute();
}

async function hasProducts(db: Database) {
  return (await db.selectFrom("products").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Texts, for a query that asks whether they have something. */
export function textsIn(db: Database, texts: string[]): RawBuilder<string> {
  const json = JSON.stringify(texts);
  return engineOf(db) === "postgres"
    ? sql`select json_array_elements_text(${json}::json)`
    : sql`select value from json_each(${json})`;
}
