import type { BackupAudit } from "#shop/audit/backup-audit.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Formats, Regional } from "#shop/values/locale.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";

/** What the dashboard says of the weekly audit of a restored backup. */
export function describeBackupAudit(
  { at, isOwners, report, problem, lastSuccessAt }: BackupAudit,
  settings: Formats & Regional,
) {
  const which = isOwners ? "your newest backup" : "a new backup";
  const success = lastSuccessAt === undefined ? "never" : formatMoment(lastSuccessAt, settings);
  if (problem)
    return { problem, text: `Backup check of ${formatMoment(at, settings)}: failed. Last success: ${success}.` };
  const orders = `${formatNumber(report?.orders ?? 0, settings)} ${report?.orders === 1 ? "order" : "orders"}`;
  const documents = `${formatNumber(report?.documents ?? 0, settings)} ${report?.documents === 1 ? "document" : "documents"}`;
  return {
    problem: undefined,
    text: `Backup check of ${success}: ${which} was restored beside the shop, and its ${orders} and ${documents} add up.`,
  };
}
