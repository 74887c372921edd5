import type { Database } from "#database/connect.ts";
import { databaseTime } from "#database/database-time.ts";
import type { PictureFiles } from "./picture-files.ts";

/** Backups and downloads that began before a row went may still read its object. */
const keptForMs = 24 * 60 * 60_000;
const mostAtOnce = 100;

/**
 * Removes some of the objects that no row has named for a day: those of deleted pictures, and of uploads that a kill ended.
 *
 * @returns whether there may be more
 */
export async function removeUnnamed({ db, pictureFiles }: { db: Database; pictureFiles: PictureFiles }) {
  const { objects } = pictureFiles;
  if (!objects) return false;
  const due = await db
    .selectFrom("unnamedObjects")
    .select("key")
    .where("since", "<", (eb) => eb(databaseTime(db), "-", keptForMs))
    .orderBy("since")
    .limit(mostAtOnce)
    .execute();
  for (const { key } of due) {
    await objects.remove(key);
    await db.deleteFrom("unnamedObjects").where("key", "=", key).execute();
  }
  return due.length === mostAtOnce;
}
