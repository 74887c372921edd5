import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { readLastBackupFile } from "../backups/last-backup.ts";
import { messageOf } from "../errors.ts";
import { runApart } from "../run-apart.ts";
import type { Shop, ShopSettings } from "../shop.ts";
import { type Difference, describeDifference } from "./difference.ts";

const program = fileURLToPath(import.meta.resolve("#shop/open/backup-audit-process.ts"));
/** A database of several gigabytes is copied and read in less. */
const limits = { memoryMb: 2048, timeoutMs: 2 * 60 * 60_000 };
/** In the table `settings`. */
const key = "lastBackupAudit";

/** @property file the backup; without it, a new one is made and removed again */
export interface BackupAuditTask extends Pick<ShopSettings, "databaseUrl" | "dataFolder"> {
  file: string | undefined;
}

/** What the audit of a backup found. */
export interface BackupReport {
  orders: number;
  documents: number;
  differences: number;
  first?: Difference | undefined;
}

/** The last audit of a backup. */
export interface BackupAudit {
  /** Milliseconds since 1970 (UTC). */
  at: number;
  /** Whether it was the newest backup that the owner made; a new one otherwise. */
  isOwners: boolean;
  /** undefined when it failed */
  report?: BackupReport;
  /** What is wrong, for owners; undefined when nothing is. */
  problem?: string;
  /** When an audit last found nothing wrong; milliseconds since 1970 (UTC). */
  lastSuccessAt?: number | undefined;
}

/**
 * Restores the newest backup next to the shop and audits it, in a process of its own: reading a whole database keeps a processor busy. A backup that
 * this machine doesn't have, such as one that was downloaded, can't be read, so a new one is made for this. See docs/decisions/0114.
 *
 * @throws when the signal aborts it
 */
export async function auditBackup(
  { db, settings, now, log }: Pick<Shop, "db" | "settings" | "now" | "log">,
  signal: AbortSignal,
) {
  const { databaseUrl, dataFolder } = settings;
  const newest = await readLastBackupFile(db);
  const file = newest !== undefined && existsSync(newest) ? newest : undefined;
  const audit: BackupAudit = { at: now().getTime(), isOwners: file !== undefined };
  try {
    const task: BackupAuditTask = { databaseUrl, dataFolder, file };
    const report = await runApart<BackupReport>(program, task, { ...limits, signal });
    audit.report = report;
    if (report.first) audit.problem = describeDifference(report.first);
  } catch (error) {
    if (signal.aborted) throw error;
    audit.problem = "The backup couldn't be restored";
    log("Backup not audited", new Error(messageOf(error)));
  }
  const lastSuccessAt = audit.problem ? (await readBackupAudit(db))?.lastSuccessAt : audit.at;
  await writeSettingsRow(db, key, JSON.stringify({ ...audit, lastSuccessAt }));
}

/** The last audit of a backup; undefined before the first. */
export async function readBackupAudit(db: Database): Promise<BackupAudit | undefined> {
  const saved = await readSettingsRow(db, key);
  return saved === undefined ? undefined : JSON.parse(saved);
}
