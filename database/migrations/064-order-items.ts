import { type Kysely, sql } from "kysely";
import type { Database } from "../connect.ts";
import { jsonItems } from "../insert-rows.ts";
import { fold } from "./056-folded-searches.ts";

/** Staff search orders by their products: each order stores the ids and titles of its lines, folded. */
export const addOrderItems = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("itemsKey", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    for (let last = 0; ; ) {
      const end = await fillBatch(db as Database, last);
      if (end === undefined) return;
      last = end;
    }
  },
};

const ordersPerBatch = 1000;

/** @returns the last order's id; undefined if there were none */
async function fillBatch(db: Database, last: number) {
  const { rows } = await sql<{ id: number; texts: string | null }>`
    select id, (select string_agg("productId" || ' ' || title, ' ') from "orderLines" where "orderId" = orders.id) as texts
    from orders where id > ${last} order by id limit ${sql.lit(ordersPerBatch)}`.execute(db);
  const items = rows.map(({ id, texts }) => [id, fold(texts ?? "")]);
  await sql`update orders set "itemsKey" = item.value ->> 1 from ${jsonItems(db, items)} as item
    where orders.id = cast(item.value ->> 0 as bigint)`.execute(db);
  return rows.at(-1)?.id;
}
