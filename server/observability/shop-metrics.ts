import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, Registry } from "@prometheus-io/client";
import type { Database } from "#database/connect.ts";
import { readLastBackup } from "#shop/backups/last-backup.ts";
import { countJobs, type JobCounts } from "#shop/jobs/count-jobs.ts";
import { countOpenMoney } from "#shop/orders/payment/count-open-money.ts";
import type { Shop } from "#shop/shop.ts";
import { countDeliveries } from "#shop/webhooks/count-deliveries.ts";
import type { Health } from "../http/health.ts";

/** Milliseconds. Prometheus waits ten seconds for all metrics, and the others matter most while the database is away. */
const readTimeoutMs = 3000;

/** What the database says. */
interface ShopState {
  jobs: JobCounts[];
  money: Awaited<ReturnType<typeof countOpenMoney>>;
  deliveries: Awaited<ReturnType<typeof countDeliveries>>;
  /** Milliseconds since 1970 (UTC); 0 before the first backup. */
  lastBackup: number;
}

/** Before the first job of a kind, it has none. */
const jobStates = ["waiting", "running", "retrying", "failed"] as const;

/**
 * Metrics of what is in the database. They are the same in all processes, so the one that Prometheus has asked reads them, once. While the database is
 * away they are NaN. See docs/decisions/0247.
 */
export function createShopMetrics({ db, settings, jobs: { kinds } }: Pick<Shop, "db" | "settings" | "jobs">) {
  const registry = new Registry();
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const health = createHealthMetrics(gauge);
  const jobs = gauge("torg_jobs", "Jobs by kind and state; failed ones were given up in the last month", [
    "kind",
    "state",
  ]);
  const due = gauge("torg_job_due_seconds", "For how long the job that has been due for longest has waited", ["kind"]);
  const mails = gauge("torg_mails_waiting", "Unsent mails that will be tried");
  const mailServer = gauge(
    "torg_mail_server",
    "1 while mails go to a mail server, 0 while they are kept in the outbox or wait for its password",
  );
  const deliveries = gauge("torg_webhook_deliveries", "Messages to webhooks that will be tried", ["state"]);
  const pendingPayments = gauge("torg_payments_pending", "Payments that their provider is asked about");
  const pendingRefunds = gauge("torg_refunds_pending", "Refunds that their provider hasn't settled");
  const failedRefunds = gauge("torg_refunds_outstanding", "Failed refunds that were neither repeated nor closed");
  const captures = gauge("torg_captures", "Reserved payments that are to be captured or released", ["state"]);
  const lastBackup = gauge("torg_last_backup_timestamp_seconds", "When the last backup was made; 0 before the first");

  function setJobs(counts: JobCounts[] | undefined) {
    const unknown = counts ? 0 : Number.NaN;
    for (const kind of kinds) {
      const found = counts?.find((count) => count.kind === kind);
      for (const state of jobStates) jobs.set({ kind, state }, found?.[state] ?? unknown);
      due.set({ kind }, found ? found.dueForMs / 1000 : unknown);
    }
    const { waiting = unknown, running = 0, retrying = 0 } = counts?.find(({ kind }) => kind === "mail") ?? {};
    mails.set(waiting + running + retrying);
  }

  return {
    /** @returns the metrics in Prometheus's format */
    async read(found: Health) {
      health.set(found);
      mailServer.set(settings.smtpUrl === undefined ? 0 : 1);
      const state = found.state === "unavailable" ? undefined : await readInTime(db);
      setJobs(state?.jobs);
      for (const each of ["waiting", "retrying"] as const)
        deliveries.set({ state: each }, state?.deliveries[each] ?? Number.NaN);
      pendingPayments.set(state?.money.pendingPayments ?? Number.NaN);
      pendingRefunds.set(state?.money.pendingRefunds ?? Number.NaN);
      failedRefunds.set(state?.money.failedRefunds ?? Number.NaN);
      captures.set({ state: "waiting" }, state?.money.waitingCaptures ?? Number.NaN);
      captures.set({ state: "retrying" }, state?.money.retryingCaptures ?? Number.NaN);
      lastBackup.set(state ? state.lastBackup / 1000 : Number.NaN);
      return registry.metrics();
    },
  };
}

type CreateGauge = (name: string, help: string) => Gauge;

function createHealthMetrics(gauge: CreateGauge) {
  const up = gauge("torg_database_up", "1 while the database can be read, otherwise 0");
  const writable = gauge("torg_database_writable", "1 while the database can be written and orders taken, otherwise 0");
  const outdated = gauge("torg_version_outdated", "1 once a newer version has upgraded the database, otherwise 0");
  return {
    set({ state }: Health) {
      up.set(state === "unavailable" ? 0 : 1);
      writable.set(state === "ok" ? 1 : 0);
      outdated.set(state === "outdated" ? 1 : 0);
    },
  };
}

/** One query after the other: the metrics shouldn't keep visitors waiting for connections. @returns undefined when the database can't say it in time */
async function readInTime(db: Database): Promise<ShopState | undefined> {
  const read = async () => {
    const jobs = await countJobs(db);
    const money = await countOpenMoney(db);
    const deliveries = await countDeliveries(db);
    return { jobs, money, deliveries, lastBackup: (await readLastBackup(db)) ?? 0 };
  };
  const timeout = new AbortController();
  const late = sleep(readTimeoutMs, undefined, { ref: false, signal: timeout.signal }).catch(() => undefined);
  return Promise.race([read().catch(() => undefined), late]).finally(() => timeout.abort());
}
