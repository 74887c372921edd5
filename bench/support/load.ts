import { join } from "node:path";
import { runTool } from "./tools.ts";

/** What is sent. */
export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** Has every request's page made for it: no cached page answers a request for a range, and pages don't know ranges. */
  uncached?: boolean;
  /** Every request says that it comes from another address, as a proxy would: some shops refuse many from one. */
  fromMany?: boolean;
  headers?: Record<string, string>;
}

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds that 50 and 99 of 100 requests were answered within. */
  p50: number;
  p99: number;
  /** For which share of the time the generator's one thread was at work. */
  generatorBusy: number;
  /** Connections that failed or timed out, and answers that were no 2xx or 3xx. */
  failures: number;
}

/** A generator that is at work for a larger share of the time measures itself. */
const mostBusy = 0.9;

/** Sends GET requests as fast as they are answered, from one thread of `wrk`. Failed requests are counted, not thrown. */
export async function load({ url, connections, seconds, uncached, fromMany, headers }: Load): Promise<LoadResult> {
  const sent = Object.entries({ ...headers, ...(uncached && { range: "bytes=0-" }) });
  const printed = await runTool("wrk", [
    ...["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`],
    ...["--script", join(import.meta.dirname, "wrk-report.lua")],
    ...sent.flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...[url, "--", ...(fromMany ? ["from-many"] : [])],
  ]);
  const run: WrkReport = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
  return {
    requests: run.requests,
    requestsPerSecond: (1000 * run.requests) / run.ms,
    p50: run.p50,
    p99: run.p99,
    generatorBusy: run.processorMs / run.ms,
    failures: run.failures,
  };
}

/** What `wrk-report.lua` prints. */
interface WrkReport {
  requests: number;
  ms: number;
  processorMs: number;
  p50: number;
  p99: number;
  failures: number;
}

/** Says how busy a generator was in a row of a table, without the row's figures if it was the limit itself. */
export function unlessLimited<Figures extends Record<string, string | number>>(busy: number[], figures: Figures) {
  const most = Math.max(...busy);
  const shown = `${Math.round(100 * most)} %`;
  if (most <= mostBusy) return { ...figures, "generator busy": shown };
  return {
    ...Object.fromEntries(Object.keys(figures).map((name) => [name, "–"])),
    "generator busy": `${shown}: the limit`,
  };
}

/** What notes of tables say of it. */
export const generatorNote = `*Generator busy* is the largest share of a processor that sending took; above ${100 * mostBusy} % the generator is the limit, and its row has no figures.`;
