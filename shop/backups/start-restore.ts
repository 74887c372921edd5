import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRows } from "#database/copy-tables.ts";
import { runApart } from "../run-apart.ts";
import type { Shop, ShopDatabase } from "../shop.ts";
import { readLastBackup } from "./last-backup.ts";
import { finishRestore, readDoneRestores, stoppedProblem } from "./restores.ts";
import { beat, type ClaimedRestore } from "./run-restore.ts";

const program = fileURLToPath(import.meta.resolve("#shop/open/restore-process.ts"));
/** A database of tens of gigabytes is checked and copied in less. */
const limits = { memoryMb: 2048, timeoutMs: 6 * 60 * 60_000 };
/** Bytes of the largest file that is taken from a browser. */
const largestFile = 64 * 1024 ** 3;
/** Times that a file is on the disk at once: as it was sent, as the copy that is read, and as new rows. */
const copies = 3;
/** Milliseconds. How old the backup of the data that is replaced may be. */
const freshBackupMs = 60 * 60_000;

/** Bytes of the largest file that this machine has room to restore from, beside what it saves of the data from before. */
export async function roomForRestore({ settings: { databaseUrl, dataFolder } }: Pick<ShopDatabase, "settings">) {
  const { bavail, bsize } = await statfs(tmpdir());
  const present = databaseUrl ? 0 : (await stat(join(dataFolder, "shop.db"))).size;
  return Math.max(0, Math.min(largestFile, Math.floor((bavail * bsize - present) / copies)));
}

/**
 * Whether data would be lost by a restore: on SQLite the restore itself saves what it replaces, and on PostgreSQL nothing is kept on the machine's disk,
 * so a backup must have been made within the hour.
 */
export async function needsBackupFirst({ db, connection, now }: Pick<ShopDatabase, "db" | "connection" | "now">) {
  if (connection.engine === "sqlite" || !(await findRows(db, { withCatalog: false }))) return false;
  return now().getTime() - ((await readLastBackup(db)) ?? 0) > freshBackupMs;
}

/**
 * Restores in a process of its own, because reading a whole database keeps a processor busy. It runs to its end whoever waits for it; how it goes is
 * in the database. See docs/decisions/0347.
 */
export async function startRestore(shop: Pick<Shop, "db" | "now" | "settings" | "log">, restore: ClaimedRestore) {
  const stopBeating = beat(shop, restore.id);
  try {
    // It pays nobody and sends no mail.
    const settings = { ...shop.settings, providers: {}, smtpUrl: undefined };
    await runApart(program, { settings, restore }, limits);
  } catch (error) {
    shop.log("Backup not restored", error);
    await finishRestore(shop.db, restore.id, { problem: stoppedProblem }).catch(() => {});
  } finally {
    await stopBeating();
  }
}

/** The restores that can be undone on this machine, the newest first. */
export async function readUndoableRestores(shop: Pick<ShopDatabase, "db" | "now">) {
  return (await readDoneRestores(shop)).filter(({ result }) => hasBefore(result.before));
}

/** Whether the data from before a restore is on this machine. */
export function hasBefore(before: string | undefined): before is string {
  return before !== undefined && existsSync(before);
}
