import type { Kysely } from "kysely";

/** Orders may be sent to another address than the buyer's, and to someone else. See docs/decisions/0280. */
export const addDeliveryAddresses = {
  async up(db: Kysely<unknown>) {
    for (const column of ["deliveryAddress", "billingName", "billingCountry", "billingZipCode"])
      await db.schema.alterTable("orders").addColumn(column, "text").execute();
  },
};
