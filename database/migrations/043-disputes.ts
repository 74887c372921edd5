import { type Kysely, sql } from "kysely";

/** Finds the few orders whose payment was disputed: the dashboard counts them. */
export const indexDisputes = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("orderEvents_disputed")
      .on("orderEvents")
      .column("orderId")
      .where("step" as never, "=", sql.lit("disputed"))
      .execute();
  },
};
