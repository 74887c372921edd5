import type { Database } from "#database/connect.ts";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import { countJobs } from "#shop/jobs/count-jobs.ts";
import { hasOrders } from "#shop/settings/settings.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Hourly backups are this old at most, or daily ones that were late. */
const oldestBackupMs = 26 * hour;
/** A running shop begins a due job within a second. */
const longestDueMs = 2 * minute;

export const workChecks: Check[] = [
  { name: "Backup", needsDatabase: true, look: ({ connection, config }) => checkBackup(connection.db, config) },
  { name: "Jobs", needsDatabase: true, look: ({ connection }) => checkJobs(connection.db) },
];

async function checkBackup(db: Database, { databaseUrl }: Setup["config"]): Promise<Result> {
  const advice = "Make one each hour: npm run shop -- backup FILE (docs/operations.md).";
  const others = databaseUrl ? " Other kinds of PostgreSQL backups aren't seen here." : "";
  const last = await readLastBackup(db);
  if (last === undefined) {
    const report = (await hasOrders(db)) && !databaseUrl ? problem : warning;
    return report("There was no backup yet", advice + others);
  }
  const age = Date.now() - last;
  const text = `The last one was made ${describeAge(age)} ago`;
  return age > oldestBackupMs ? warning(text, advice + others) : ok(text);
}

async function checkJobs(db: Database): Promise<Result> {
  const counts = await countJobs(db);
  const due = counts.toSorted((one, other) => other.dueForMs - one.dueForMs)[0];
  if (due && due.dueForMs > longestDueMs) {
    return problem(
      `A job (${due.kind}) has been due for ${describeAge(due.dueForMs)}`,
      "Start the shop, which runs them, and read its log.",
    );
  }
  const failed = counts.filter((count) => count.failed + count.retrying > 0);
  if (failed.length > 0) {
    const text = failed.map(({ kind, failed, retrying }) => `${failed + retrying} ${kind}`).join(", ");
    return warning(
      `Failed or tried again: ${text}`,
      "npm run shop -- mail lists emails, and npm run shop -- pictures pictures; the log has the others.",
    );
  }
  return ok(`${counts.reduce((sum, { waiting, running }) => sum + waiting + running, 0)} wait or run, none has failed`);
}

/** "3 days" */
function describeAge(ms: number) {
  const [size, unit] = ms >= 48 * hour ? [24 * hour, "days"] : ms >= 2 * hour ? [hour, "hours"] : [minute, "minutes"];
  return `${Math.floor(ms / size)} ${unit}`;
}
