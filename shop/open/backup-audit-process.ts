import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { auditDatabase } from "../audit/audit-shop.ts";
import type { BackupAuditTask, BackupReport } from "../audit/backup-audit.ts";
import { readBackup } from "../backups/read-backup.ts";
import { writeBackup } from "../backups/write-backup.ts";
import { connectTo } from "./open-database.ts";

/** The program that restores a backup next to the shop and audits it: its task comes by the standard input as JSON, and the report goes to the standard output. */

setPriority(constants.priority.PRIORITY_LOW);
const task: BackupAuditTask = JSON.parse(await text(process.stdin));
const { differences, ...counts } = task.file === undefined ? await auditNewBackup() : await auditFile(task.file);
const report: BackupReport = { ...counts, differences: differences.length, first: differences[0] };
process.stdout.write(JSON.stringify(report));

function auditFile(file: string) {
  return readBackup(file, auditDatabase);
}

async function auditNewBackup() {
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
