import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { jsonItems } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";

/** Gives products other places in the catalog. @param version the catalog's, which the transaction has just bumped */
export async function moveProducts(db: Database, moved: Pick<ProductsTable, "number" | "position">[], version: number) {
  const items = jsonItems(
    db,
    moved.map(({ number, position }) => [number, position]),
  );
  await sql`update products set position = moved.position, version = ${sql.lit(version)}
    from (select cast(value ->> 0 as integer) as number, cast(value ->> 1 as integer) as position from ${items}) as moved
    where moved.number = products.number`.execute(db);
}
