import type { Kysely } from "kysely";

/** Where payment providers send their events, if the shop itself registered the address. See docs/decisions/0287. */
export const createEventAddresses = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("eventAddresses")
      .addColumn("provider", "text", (column) => column.primaryKey())
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("externalId", "text", (column) => column.notNull())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .execute();
  },
};
