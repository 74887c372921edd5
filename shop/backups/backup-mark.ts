import type { Database } from "#database/connect.ts";
import { writeSettingsRow } from "#database/settings-rows.ts";

/** In the table `settings` of a backup alone. */
const secretKey = "authSecretFingerprint";
const timeKey = "backupMadeAt";

/** What a backup says of itself. */
interface BackupMark {
  /** Which `AUTH_SECRET` its shop has, without it (docs/decisions/0023). */
  fingerprint: string | undefined;
  /** When it was made, in milliseconds since 1970 (UTC). */
  madeAt: number | undefined;
}

export async function markBackup(backup: Database, { fingerprint, madeAt }: BackupMark) {
  if (fingerprint !== undefined) await writeSettingsRow(backup, secretKey, fingerprint);
  if (madeAt !== undefined) await writeSettingsRow(backup, timeKey, String(madeAt));
}

/** Backups of older versions have no mark. */
export async function readBackupMark(backup: Database): Promise<BackupMark> {
  return toMark(await backup.selectFrom("settings").selectAll().where("key", "in", [secretKey, timeKey]).execute());
}

/** Takes the mark out of a restored database. */
export async function takeBackupMark(db: Database): Promise<BackupMark> {
  return toMark(
    await db.deleteFrom("settings").where("key", "in", [secretKey, timeKey]).returning(["key", "value"]).execute(),
  );
}

function toMark(rows: { key: string; value: string }[]): BackupMark {
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  const madeAt = found.get(timeKey);
  return { fingerprint: found.get(secretKey), madeAt: madeAt === undefined ? undefined : Number(madeAt) };
}
