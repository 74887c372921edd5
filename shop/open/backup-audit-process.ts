import { join } from "node:path";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { auditDatabase } from "../audit/audit-shop.ts";
import type { BackupAuditTask, BackupReport } from "../audit/backup-audit.ts";
import { readBackup } from "../backups/read-backup.ts";
import { writeBackup } from "../backups/write-backup.ts";
import { lowerPriority } from "../lower-priority.ts";
import { connectTo } from "./open-database.ts";
import { runProgram } from "./run-program.ts";

/** The program that restores a backup next to the shop and audits it. Requests have the processor first. */

lowerPriority();
await runProgram(async (task: BackupAuditTask): Promise<BackupReport> => {
  const { differences, ...counts } = task.file === undefined ? await auditNewBackup(task) : await auditFile(task.file);
  return { ...counts, differences: differences.length, first: differences[0] };
});

function auditFile(file: string) {
  return readBackup(file, auditDatabase);
}

async function auditNewBackup(task: BackupAuditTask) {
  const connection = connectTo(task);
  try {
    return await inTemporaryFolder(async (folder) => {
      const file = join(folder, "shop.db");
      await writeBackup(connection, file);
      return auditFile(file);
    });
  } finally {
    await connection.db.destroy();
  }
}
