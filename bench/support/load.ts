import { runTool } from "./tools.ts";

export interface Load {
  url: string;
  connections: number;
  /** How long, unless `amount` says how many requests. */
  seconds?: number;
  amount?: number;
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

/** Sends GET requests as fast as they are answered. @throws never for failed requests: they are counted */
export async function load({ url, connections, seconds = 5, amount, headers = {} }: Load): Promise<LoadResult> {
  const how = amount ? ["--amount", String(amount)] : ["--duration", String(seconds)];
  const sent = Object.entries(headers).flatMap(([name, value]) => ["--headers", `${name}: ${value}`]);
  const json = await runTool("autocannon", ["--json", "--connections", String(connections), ...how, ...sent, url]);
  const { requests, latency, errors, timeouts, non2xx, duration } = JSON.parse(json);
  return {
    requestsPerSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    failures: errors + timeouts + non2xx,
  };
}
