import type { Database } from "./connect.ts";
import { prepared } from "./prepared.ts";

const selectValue = prepared<{ key: string }>()((db, value) =>
  db.selectFrom("settings").select("value").where("key", "=", value("key")),
);

/** Reads a row of `settings`, which has what a shop has one of; undefined before it is written. */
export async function readSettingsRow(db: Database, key: string): Promise<string | undefined> {
  const [row] = await selectValue(db, { key });
  return row?.value;
}

/** Writes a row of `settings`. What owners set up is written by `changeSettings`, which logs it and lets every process follow. */
export async function writeSettingsRow(db: Database, key: string, value: string) {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
