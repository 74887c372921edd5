import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

interface Tables {
  deliveryOptions: { id: number; isPickup: number; pickupPlace: string };
  pickupPlaces: { id: number; deliveryOptionId: number; position: number; [text: string]: number | string };
  orders: { deliveryOptionId: number | null; isPickup: number; pickupPlaceId: number | null; pickup: string | null };
}

/**
 * The places of pickup options, and the one that each order keeps. The text of an option becomes its first place: the first line is the name, and
 * the others are the note, so that both read as before. The column with the text stays for processes of the version before.
 */
export function createPickupPlaces(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("pickupPlaces")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("deliveryOptionId", "bigint", (column) => column.notNull())
        .addColumn("position", "integer", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("street", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("zipCode", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("city", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("country", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("hours", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
        .execute();
      await db.schema
        .createIndex("pickupPlaces_deliveryOptionId")
        .on("pickupPlaces")
        .columns(["deliveryOptionId", "position"])
        .execute();
      await db.schema.alterTable("orders").addColumn("pickupPlaceId", "bigint").execute();
      await db.schema.alterTable("orders").addColumn("pickup", "text").execute();
      await moveTexts(db as Kysely<Tables>);
    },
  };
}

async function moveTexts(db: Kysely<Tables>) {
  const options = db.selectFrom("deliveryOptions").select(["id", "isPickup", "pickupPlace"]);
  for (const { id: deliveryOptionId, isPickup, pickupPlace } of await options
    .where("pickupPlace", "!=", "")
    .execute()) {
    const [name = "", ...others] = pickupPlace.split("\n");
    const place = { name, street: "", zipCode: "", city: "", country: "", hours: "", note: others.join("\n") };
    const { id } = await db
      .insertInto("pickupPlaces")
      .values({ ...place, deliveryOptionId, position: 0 } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    if (!isPickup) continue;
    await db
      .updateTable("orders")
      .set({ pickupPlaceId: id, pickup: JSON.stringify(place) })
      .where("deliveryOptionId", "=", deliveryOptionId)
      .where("isPickup", "=", 1)
      .execute();
  }
}
