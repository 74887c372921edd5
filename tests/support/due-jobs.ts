import type { JobKind } from "#shop/jobs/job-kinds.ts";
import { runDueJobs } from "#shop/jobs/run-job.ts";
import { createJobHandlers } from "#shop/open/job-handlers.ts";
import type { Shop } from "#shop/shop.ts";

/** Runs a shop's due jobs of a kind, as its worker would. @returns false when they can't work for now */
export function runDue(shop: Shop, kind: JobKind) {
  return runDueJobs({ ...shop, handlers: createJobHandlers(shop) }, kind);
}

export function sendDueMails(shop: Shop) {
  return runDue(shop, "mail");
}
