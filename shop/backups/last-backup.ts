import type { Database } from "#database/connect.ts";

/** In the table `settings`. */
const timeKey = "lastBackup";
const fileKey = "lastBackupFile";

/**
 * Notes that a backup was made, for the shop's owner. A backup has the note of the one before it.
 *
 * @param file where it is on this machine; undefined for one that was downloaded
 */
export async function noteBackup(db: Database, now: Date, file?: string) {
  await saveNote(db, timeKey, String(now.getTime()));
  await saveNote(db, fileKey, file ?? "");
}

export async function saveNote(db: Database, key: string, value: string) {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** When the shop's last backup was made, in milliseconds since 1970 (UTC); undefined before the first. */
export async function readLastBackup(db: Database) {
  const value = await readNote(db, timeKey);
  return value === undefined ? undefined : Number(value);
}

/** The file of the shop's last backup, which may be another machine's or gone by now; undefined for one that was downloaded. */
export async function readLastBackupFile(db: Database) {
  return (await readNote(db, fileKey)) || undefined;
}

async function readNote(db: Database, key: string) {
  return (await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst())?.value;
}
