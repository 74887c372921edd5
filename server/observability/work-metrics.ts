import { Counter, Histogram } from "@prometheus-io/client";
import { LRUCache } from "lru-cache";
import { type JobRun, jobRuns } from "#shop/jobs/run-job.ts";
import { type MoneyEnd, moneyEnded } from "#shop/orders/change-order.ts";
import { type ProviderCall, providerCalls } from "#shop/payments/observe-provider.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { type UnavailableReason, unavailable } from "#shop/unavailable.ts";
import { requestIds } from "./log.ts";

/** Seconds. A mail takes one, an import minutes. */
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 30, 120, 600];
/** Seconds. A request to a provider times out after ten. */
const callBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const reasons = [
  "database",
  "disk_full",
  "outdated_version",
  "payment_provider",
  "picture_storage",
  "busy",
  "other",
] as const;
/** Requests in progress that have met a reason. */
const mostRequests = 10_000;

/** Counts answers with 503 by their reason, which is published while a request is answered. */
export function countUnavailable() {
  const answers = new Counter({
    name: "torg_unavailable_responses_total",
    help: "Responses with status 503 by reason, without those to probes",
    labelNames: ["reason"],
  });
  for (const reason of reasons) answers.inc({ reason }, 0);
  const met = new LRUCache<string, UnavailableReason>({ max: mostRequests });
  unavailable.subscribe((message) => {
    const requestId = requestIds.getStore();
    if (requestId !== undefined) met.set(requestId, (message as { reason: UnavailableReason }).reason);
  });
  return {
    /** @param isUnavailable whether it was answered with 503 */
    noteAnswer(requestId: string, isUnavailable: boolean) {
      if (isUnavailable) answers.inc({ reason: met.get(requestId) ?? "other" });
      met.delete(requestId);
    },
    /** Too many connections are open. */
    noteRefusedConnection: () => answers.inc({ reason: "busy" }),
  };
}

/** Measures the runs of jobs. */
export function watchJobs() {
  const durations = new Histogram({
    name: "torg_job_duration_seconds",
    help: "Duration of jobs by kind and outcome",
    labelNames: ["kind", "outcome"],
    buckets: jobBuckets,
  });
  const started = new WeakMap<JobRun, number>();
  jobRuns.subscribe({
    start: (run) => void started.set(run, performance.now()),
    asyncEnd(run) {
      const seconds = (performance.now() - (started.get(run) ?? performance.now())) / 1000;
      durations.observe({ kind: run.job.kind, outcome: outcomeOf(run) }, seconds);
    },
  } as Subscribers<JobRun>);
}

function outcomeOf({ outcome }: JobRun) {
  const state = outcome?.state ?? "failed";
  return state === "again" ? "done" : state;
}

/** Counts payments and refunds that end, and measures requests to payment providers. */
export function watchMoney() {
  const [payments, refunds] = (["payment", "refund"] as const).map(
    (what) =>
      new Counter({
        name: `torg_${what}s_total`,
        help: `Ended ${what}s by provider and outcome`,
        labelNames: ["provider", "outcome"],
      }),
  );
  moneyEnded.subscribe((message) => {
    const { what, provider, outcome } = message as MoneyEnd;
    (what === "payment" ? payments : refunds)?.inc({ provider, outcome });
  });
  const durations = new Histogram({
    name: "torg_payment_provider_duration_seconds",
    help: "Duration of requests to payment providers",
    labelNames: ["provider", "call", "outcome"],
    buckets: callBuckets,
  });
  const started = new WeakMap<ProviderCall, number>();
  providerCalls.subscribe({
    start: (call) => void started.set(call, performance.now()),
    asyncEnd(made) {
      const { provider, call, error } = made;
      const seconds = (performance.now() - (started.get(made) ?? performance.now())) / 1000;
      const failure = error instanceof PaymentUnreachableError ? "unreachable" : "refused";
      durations.observe({ provider, call, outcome: error === undefined ? "done" : failure }, seconds);
    },
  } as Subscribers<ProviderCall>);
}

/** Node's type asks for all events, and its function takes some. */
type Subscribers<Message extends object> = Parameters<
  ReturnType<typeof import("node:diagnostics_channel").tracingChannel<Message>>["subscribe"]
>[0];
