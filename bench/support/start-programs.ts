import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "./process-tree.ts";

/** A program for this process's own Node. */
export interface Program {
  args: string[];
  folder: string;
  /** All of it. */
  environment: NodeJS.ProcessEnv;
}

export type StartedPrograms = Awaited<ReturnType<typeof startPrograms>>;

/** Longer than any start takes, also on a busy machine. */
const longestStartMs = 180_000;

/**
 * Starts a server's programs at once.
 *
 * @param url what the server answers when it is open
 * @throws with what they printed, when one ends before
 */
export async function startPrograms(url: string, programs: Program[]) {
  const start = performance.now();
  const children = programs.map(({ args, folder, environment }) =>
    spawn(process.execPath, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] }),
  );
  const pids = children.map(({ pid }) => Number(pid));
  const printed = children.map(keepPrinted);
  const killAll = () => children.forEach((child) => void child.kill("SIGKILL"));
  process.once("exit", killAll);
  while (!(await answers(url))) {
    const ended = children.findIndex(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    const isLate = performance.now() - start > longestStartMs;
    if (ended >= 0 || isLate) {
      await stop();
      throw new Error(`It didn't start. ${(printed[Math.max(ended, 0)] as { text: string }).text}`);
    }
    await sleep(5);
  }
  const startMs = performance.now() - start;
  // Under load, some log gigabytes.
  for (const { stdout, stderr } of children)
    for (const stream of [stdout, stderr]) stream.removeAllListeners("data").resume();
  return { pids, startMs, stop };

  /** Ends all processes, also those that the programs have started and would leave behind. */
  async function stop() {
    const trees = (await Promise.all(pids.map(processTree))).flat();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      for (const pid of trees) attemptToKill(pid, signal);
      const all = Promise.all(children.map(ended));
      if (await Promise.race([all.then(() => true), sleep(10_000, false, { ref: false })])) break;
    }
    process.off("exit", killAll);
  }
}

/** Keeps the end of what a program prints. */
function keepPrinted({ stdout, stderr }: ChildProcess) {
  const kept = { text: "" };
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      kept.text = (kept.text + text).slice(-2000);
    });
  }
  return kept;
}

function ended(child: ChildProcess) {
  return child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
}

/** Another may have ended already. */
function attemptToKill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function answers(url: string) {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok && (await answer.text()) !== "";
}
