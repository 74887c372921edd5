import type { Database } from "#database/connect.ts";

/** In the table `settings` of a backup alone. */
const key = "authSecretFingerprint";

/** Writes into a backup which `AUTH_SECRET` its shop has, without it (docs/decisions/0023). */
export async function markSecret(backup: Database, fingerprint: string) {
  await backup.insertInto("settings").values({ key, value: fingerprint }).execute();
}

/** Takes the mark out of a restored database. @returns the fingerprint of the backup's `AUTH_SECRET`; undefined without one */
export async function takeSecretMark(db: Database) {
  const row = await db.deleteFrom("settings").where("key", "=", key).returning("value").executeTakeFirst();
  return row?.value;
}
