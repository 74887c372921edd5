import type { Kysely } from "kysely";

/** Every process follows each change of the catalog, and looks for the products that left it since the last one. */
export const indexArchivedVersions = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("archivedProducts_version").on("archivedProducts").column("version").execute();
  },
};
