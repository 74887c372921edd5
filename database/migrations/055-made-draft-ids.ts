import type { Kysely } from "kysely";

type Tables = { draftProducts: { id: string; madeIds: string | null } };

/** Copies follow their titles: also those whose IDs were made before. */
export const addMadeDraftIds = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("draftProducts").addColumn("madeIds", "text").execute();
    const tables = db as Kysely<Tables>;
    const copies = await tables.selectFrom("draftProducts").select("id").where("id", "like", "copy-of-%").execute();
    for (const { id } of copies)
      await tables
        .updateTable("draftProducts")
        .set({ madeIds: JSON.stringify([id]) })
        .where("id", "=", id)
        .execute();
  },
};
