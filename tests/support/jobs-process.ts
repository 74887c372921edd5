import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import "#server/development/load-jsx.ts";
import type { ClaimedJob, JobHandlers, JobKind } from "#shop/jobs/job-kinds.ts";
import { createJobWorker } from "#shop/jobs/worker.ts";
import { createJobHandlers } from "#shop/open/job-handlers.ts";
import { openShop } from "#shop/open/open-shop.ts";
import type { ShopSettings } from "#shop/shop.ts";

/** A line of the processes' common log, which keeps the order in which they wrote it. */
export interface JobRun {
  pid: number;
  step: "start" | "end";
  kind: JobKind;
  id: number;
  leasedBy: string;
}

/** Long enough to be killed in. */
const runMs = 50;

/** A process of a shop that only works on jobs, until it is killed. */
const [{ settings, log }] = (await once(process, "message")) as [{ settings: ShopSettings; log: string }];
const shop = await openShop(settings, () => {});
const handlers = Object.fromEntries(
  Object.entries(createJobHandlers(shop)).map(([kind, handler]) => [kind, { ...handler, run: logged(handler.run) }]),
) as unknown as JobHandlers;
createJobWorker({ ...shop, handlers }).start();

function logged(run: (job: never, signal: AbortSignal) => Promise<{ runAt: Date } | undefined>) {
  return async (job: ClaimedJob, signal: AbortSignal) => {
    note("start", job);
    await sleep(runMs);
    const next = await run(job as never, signal);
    note("end", job);
    return next;
  };
}

function note(step: JobRun["step"], { kind, id, leasedBy }: ClaimedJob) {
  const line: JobRun = { pid: process.pid, step, kind, id, leasedBy };
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}
