import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";

const columns = Object.keys({
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
} satisfies Record<keyof ProductsTable, true>);

/**
 * Adds products, or updates those whose ids are there.
 *
 * @param json a list of rows. One parameter, however many they are, is what both engines take the quickest
 */
export async function upsertProducts(db: Database, json: string) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const changes = sql.join(columns.slice(1).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  await sql`insert into products (${names}) ${rowsIn(db, json)}
    on conflict (id) do update set ${changes}`.execute(db);
}

function rowsIn(db: Database, json: string) {
  if (engineOf(db) === "postgres") {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    return sql`select ${names} from json_populate_recordset(null::products, ${json}::json)`;
  }
  const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(`$.${column}`)}`));
  // Without a condition, SQLite would read "on conflict" as how tables are joined.
  return sql`select ${values} from json_each(${json}) where true`;
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

async function hasProducts(db: Database) {
  return (await db.selectFrom("products").select("id").limit(1).executeTakeFirst()) !== undefined;
}

function textsIn(db: Database, texts: string[]): RawBuilder<unknown> {
  const json = JSON.stringify(texts);
  return engineOf(db) === "postgres"
    ? sql`select json_array_elements_text(${json}::json)`
    : sql`select value from json_each(${json})`;
}
