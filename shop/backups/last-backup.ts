import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";

/** In the table `settings`. */
const timeKey = "lastBackup";
const fileKey = "lastBackupFile";

/**
 * Notes that a backup was made, for the shop's owner. A backup has the note of the one before it.
 *
 * @param file where it is on this machine; undefined for one that was downloaded
 */
export async function noteBackup(db: Database, now: Date, file?: string) {
  await writeSettingsRow(db, timeKey, String(now.getTime()));
  await writeSettingsRow(db, fileKey, file ?? "");
}

/** When the shop's last backup was made, in milliseconds since 1970 (UTC); undefined before the first. */
export async function readLastBackup(db: Database) {
  const value = await readSettingsRow(db, timeKey);
  return value === undefined ? undefined : Number(value);
}

/** The file of the shop's last backup, which may be another machine's or gone by now; undefined for one that was downloaded. */
export async function readLastBackupFile(db: Database) {
  return (await readSettingsRow(db, fileKey)) || undefined;
}
