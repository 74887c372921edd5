import type { Kysely } from "kysely";

/** Finds the events of a period by their own time: bookkeeping of a month no longer reads those of all years. */
export const indexEventTimes = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("orderEvents_createdAt").on("orderEvents").column("createdAt").execute();
  },
};
