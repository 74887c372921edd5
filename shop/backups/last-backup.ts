import type { Database } from "#database/connect.ts";

const key = "lastBackup";

/** Notes that a backup was made, for the shop's owner. A backup has the note of the one before it. */
export async function noteBackup(db: Database, now: Date) {
  const value = String(now.getTime());
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** When the shop's last backup was made, in milliseconds since 1970 (UTC); undefined before the first. */
export async function readLastBackup(db: Database) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row && Number(row.value);
}
