import type { BackupAudit } from "#shop/audit/backup-audit.ts";
import { formatMoment } from "#shop/values/days.ts";

/** What the dashboard says of the weekly audit of a restored backup. */
export function describeBackupAudit({ at, isOwners, report, problem, lastSuccessAt }: BackupAudit, timeZone: string) {
  const which = isOwners ? "your newest backup" : "a new backup";
  const success = lastSuccessAt === undefined ? "never" : formatMoment(lastSuccessAt, timeZone);
  if (problem)
    return { problem, text: `Backup check of ${formatMoment(at, timeZone)}: failed. Last success: ${success}.` };
  const orders = `${report?.orders.toLocaleString("en-US")} ${report?.orders === 1 ? "order" : "orders"}`;
  const documents = `${report?.documents.toLocaleString("en-US")} ${report?.documents === 1 ? "document" : "documents"}`;
  return {
    problem: undefined,
    text: `Backup check of ${success}: ${which} was restored beside the shop, and its ${orders} and ${documents} add up.`,
  };
}
