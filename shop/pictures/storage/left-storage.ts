import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";

/** In the table `settings`: the storage that the shop is leaving or has left, though `S3_URL` still names it to read from. */
const key = "leftPictureStorage";

/** Whether new files go into the database, because the shop's pictures were moved there from this storage. */
export async function isLeft(db: Database, base: string) {
  return (await readSettingsRow(db, key)) === base;
}

/** Lets new files of all processes go into the database, or into the storage again. */
export async function saveLeft(db: Database, base: string, left: boolean) {
  if (!left) return void (await db.deleteFrom("settings").where("key", "=", key).execute());
  await writeSettingsRow(db, key, base);
}
