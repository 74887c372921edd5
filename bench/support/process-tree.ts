import { execFileSync } from "node:child_process";
import { workersOf } from "../../tests/support/server-process.ts";
import { processorMs } from "./processor-time.ts";

/** A process and all that it and they have started. */
export async function processTree(pid: number): Promise<number[]> {
  const trees = await Promise.all((await workersOf(pid)).map(processTree));
  return [pid, ...trees.flat()];
}

/** Milliseconds for which all processes of some trees have had a processor, also those that have ended. */
export async function treesProcessorMs(pids: number[]) {
  const trees = await Promise.all(pids.map(processTree));
  const times = await Promise.all(trees.flat().map((pid) => processorMs(pid, { withEnded: true }).catch(() => 0)));
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** What a process holds in memory. */
export function residentMegabytes(pid: number) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
