import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

interface Tables {
  settings: { key: string; value: string };
  deliveryOptions: {
    name: string;
    priceCents: number;
    freeFromCents: number | null;
    days: number;
    position: number;
  };
}

/** Delivery options, and which one each order has. The delivery terms of the settings become the first option. */
export function createDeliveryOptions(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("deliveryOptions")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull().unique())
        .addColumn("priceCents", "bigint", (column) => column.notNull())
        .addColumn("freeFromCents", "bigint")
        .addColumn("days", "integer", (column) => column.notNull())
        .addColumn("countries", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("postcodes", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("isPickup", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("isActive", "integer", (column) => column.notNull().defaultTo(1))
        .addColumn("position", "integer", (column) => column.notNull())
        .execute();
      for (const column of ["deliveryName", "deliveryOptionId", "isPickup"] as const) {
        await db.schema
          .alterTable("orders")
          .addColumn(column, column === "deliveryName" ? "text" : "bigint", (definition) =>
            column === "isPickup" ? definition.notNull().defaultTo(0) : definition,
          )
          .execute();
      }
      await sql`create index "orders_deliveryName" on orders ("deliveryName") where "deliveryName" is not null`.execute(
        db,
      );
      await moveTerms(db as Kysely<Tables>);
    },
  };
}

async function moveTerms(db: Kysely<Tables>) {
  const ofShop = db.selectFrom("settings").select("value").where("key", "=", "shopFacts");
  const row = await ofShop.executeTakeFirst();
  const { deliveryPrice = "", deliveryFreeFrom = "", deliveryDays = "", ...others } = JSON.parse(row?.value ?? "{}");
  const freeFromCents = deliveryFreeFrom === "" ? null : centsOf(deliveryFreeFrom);
  await db
    .insertInto("deliveryOptions")
    .values({
      ...{ name: "Standard", position: 0 },
      priceCents: centsOf(deliveryPrice),
      freeFromCents,
      days: Number(deliveryDays) || 3,
    })
    .execute();
  const value = JSON.stringify(others);
  if (row) await db.updateTable("settings").set({ value }).where("key", "=", "shopFacts").execute();
}

/** Settings held amounts with 2 decimals. */
function centsOf(amount: string) {
  return Math.round(Number(amount) * 100);
}
