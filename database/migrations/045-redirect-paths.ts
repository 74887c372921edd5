import type { Kysely } from "kysely";

type Tables = { redirects: { from: string; matchPath: string } };

/** Redirects are found by their path, without case and in one form of Unicode. */
export const addRedirectPaths = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("redirects")
      .addColumn("matchPath", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    const tables = db as Kysely<Tables>;
    for (const { from } of await tables.selectFrom("redirects").select("from").execute()) {
      const path = decodeURIComponent(from.split("?")[0] ?? "");
      const matchPath = encodeURI(path.normalize("NFC").toLowerCase().normalize("NFC"));
      await tables.updateTable("redirects").set({ matchPath }).where("from", "=", from).execute();
    }
    await db.schema.createIndex("redirects_matchPath").on("redirects").column("matchPath").execute();
  },
};
