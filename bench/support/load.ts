import { runTool } from "./tools.ts";

/** What is sent, in the words of autocannon's options. */
export interface Load {
  url: string;
  connections: number;
  /** Seconds, unless `amount` says how many requests. */
  duration?: number;
  amount?: number;
  /** Has every request's page made for it. */
  uncached?: boolean;
  headers?: Record<string, string>;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds that 50 and 99 of 100 requests were answered within. */
  p50: number;
  p99: number;
  /** Connections that failed or timed out, and answers that were no 2xx. */
  failures: number;
}

/** Sends GET requests as fast as they are answered, from a process of its own. Failed requests are counted, not thrown. */
export async function load(options: Load): Promise<LoadResult> {
  return JSON.parse(await runTool("load.mjs", [JSON.stringify({ duration: 3, ...options })]));
}
