import type { Database } from "#database/connect.ts";
import { CopyError } from "#database/copy-tables.ts";
import { isDiskFull } from "#database/unavailable-error.ts";
import { logChange } from "../changes/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { awaitConfirmation } from "./await-confirmation.ts";
import { readBackupMark } from "./backup-mark.ts";
import type { Origin } from "./read-backup.ts";
import { type Restored, restoreBackup } from "./restore-backup.ts";
import {
  finishRestore,
  heartbeatMs,
  keepRestore,
  type RestoreOffer,
  type RestoreResult,
  stoppedProblem,
} from "./restores.ts";
import { countedTables, summarizeData } from "./summarize-data.ts";

export interface ClaimedRestore {
  /** Of `claimRestore`. */
  id: string;
  file: string;
  /** What its owner calls the file. */
  fileName: string;
  /** Who restores, as the activity log has it. */
  actor: string;
  /** Whether rows are replaced only once someone has seen what the file has, and confirms it. */
  asksFirst?: boolean;
}

/**
 * Restores a backup whose restore was claimed, and tells all processes how it goes. It counts as done in the transaction that replaces the rows, so
 * a process that dies leaves the shop as it was, or as it was to become. See docs/decisions/0347.
 *
 * @throws CopyError when the file can't be restored; nothing is changed then
 */
export async function runRestore(shop: ShopDatabase, { id, file, fileName, actor, asksFirst }: ClaimedRestore) {
  const stopBeating = beat(shop, id);
  try {
    await keepRestore(shop, id, { state: "checking" });
    return await restoreBackup(shop, file, {
      async onChecked(backup, origin) {
        if (asksFirst) await awaitConfirmation(shop, id, await offerOf(backup, origin));
        await keepRestore(shop, id, { state: "replacing" });
      },
      onReplaced: async (transaction, restored) => {
        await logChange(transaction, { actor, kind: "backup", subject: fileName, action: "restored" }, shop.now());
        if (!(await finishRestore(transaction, id, resultOf(restored)))) throw new CopyError(stoppedProblem);
      },
    });
  } catch (error) {
    await finishRestore(shop.db, id, { problem: problemOf(error, file, fileName) });
    throw error;
  } finally {
    await stopBeating();
  }
}

/** Gives a sign of life as long as a restore works. @returns a function that stops it */
export function beat(shop: Pick<ShopDatabase, "db" | "now">, id: string) {
  let last: Promise<void> | undefined;
  const timer = setInterval(() => {
    // While rows are replaced on SQLite, it waits.
    last ??= keepRestore(shop, id)
      .catch(() => {})
      .finally(() => {
        last = undefined;
      });
  }, heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

async function offerOf(backup: Database, origin: Origin): Promise<RestoreOffer> {
  const { madeAt } = await readBackupMark(backup);
  return { madeAt, isVerified: origin === "verified backup", data: await summarizeData(backup) };
}

function resultOf({ counts, before, origin, madeAt, otherSecret, lostAuthenticators }: Restored): RestoreResult {
  return {
    counts: Object.fromEntries(Object.keys(countedTables).map((table) => [table, counts.get(table) ?? 0])),
    before,
    isVerified: origin === "verified backup",
    madeAt,
    otherSecret,
    lostAuthenticators,
  };
}

/** What the owner reads if an error comes from a full disk. */
export function fullDiskProblem(error: unknown) {
  return isDiskFull(error) ? "The disk is full." : undefined;
}

/** What the owner reads of an error, without paths of the machine. */
function problemOf(error: unknown, file: string, fileName: string) {
  const fullDisk = fullDiskProblem(error);
  if (fullDisk) return fullDisk;
  if (error instanceof CopyError) return `${error.message.replaceAll(file, fileName).replace(/[.]$/, "")}.`;
  return "The file couldn't be restored. The shop's log says why.";
}
