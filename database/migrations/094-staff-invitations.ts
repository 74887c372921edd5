import type { Kysely } from "kysely";

/** Who was invited to the back office and hasn't accepted yet, one invitation for each email. */
export const createStaffInvitations = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("staffInvitations")
      .addColumn("email", "text", (column) => column.primaryKey())
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("invitedBy", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .execute();
  },
};
