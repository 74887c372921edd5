import type { Kysely } from "kysely";

/** Who holds a job's lease, and how often a job with its key was enqueued: an outcome is saved for exactly that run. */
export const addJobHolders = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("jobs").addColumn("leasedBy", "text").execute();
    await db.schema
      .alterTable("jobs")
      .addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
