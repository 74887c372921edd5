import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

/** Finds the jobs about an order (by its number) or else a withdrawal (by its id), and those that have failed. */
export function jobIndexes(engine: Engine): LargeIndex[] {
  const payload = engine === "postgres" ? "cast(payload as json)" : "payload";
  const subject = `coalesce(${payload} ->> 'orderNumber', ${payload} ->> 'withdrawalId')`;
  return [
    { name: "jobs_subject", table: "jobs", columns: `(${subject})`, where: `${subject} is not null` },
    { name: "jobs_failed", table: "jobs", columns: "kind", where: `"lastError" is not null` },
  ];
}

/** Lets the back office find an order's emails and count failed ones, however many jobs wait. See docs/decisions/0399. */
export function indexFoundJobs(engine: Engine) {
  return indexLarge(engine, jobIndexes(engine), "110");
}
