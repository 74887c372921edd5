import type { Kysely } from "kysely";

interface Tables {
  settings: { key: string; value: string };
}

/** The home page's statistics move from the shop's settings to its appearance. */
export const addAppearance = {
  async up(db: Kysely<unknown>) {
    const tables = db as Kysely<Tables>;
    const settings = tables.selectFrom("settings").select("value").where("key", "=", "shopFacts");
    const row = await settings.executeTakeFirst();
    if (!row) return;
    const fields = Object.entries(JSON.parse(row.value) as Record<string, string>);
    const isStat = ([name]: [string, string]) => /^(value|label)[1-4]$/.test(name);
    const value = JSON.stringify(Object.fromEntries(fields.filter(isStat)));
    const rest = JSON.stringify(Object.fromEntries(fields.filter((field) => !isStat(field))));
    await tables.insertInto("settings").values({ key: "appearance", value }).execute();
    await tables.updateTable("settings").set({ value: rest }).where("key", "=", "shopFacts").execute();
  },
};
