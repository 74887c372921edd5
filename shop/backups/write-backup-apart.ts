import { fileURLToPath } from "node:url";
import { runApart } from "../run-apart.ts";
import type { Shop, ShopSettings } from "../shop.ts";

const program = fileURLToPath(import.meta.resolve("#shop/open/backup-process.ts"));
/** A database of tens of gigabytes is copied and checked in less. */
const limits = { memoryMb: 1024, timeoutMs: 6 * 60 * 60_000 };

export interface BackupTask extends Pick<ShopSettings, "databaseUrl" | "dataFolder" | "authSecret" | "s3"> {
  file: string;
  /** Milliseconds since 1970 (UTC). */
  madeAt: number;
}

/**
 * Writes a backup in a process of its own, because SQLite's checks keep a thread busy for as long as they take. See docs/decisions/0376.
 *
 * @param signal ends it
 */
export async function writeBackupApart(
  { settings, now }: Pick<Shop, "settings" | "now">,
  file: string,
  signal: AbortSignal,
) {
  const { databaseUrl, dataFolder, authSecret, s3 } = settings;
  const task: BackupTask = { databaseUrl, dataFolder, authSecret, s3, file, madeAt: now().getTime() };
  await runApart(program, task, { ...limits, signal });
}
