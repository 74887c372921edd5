import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../environment/config.ts";
import type { Logger } from "../observability/log.ts";
import { trackHandedConnection } from "./close-handed-connection.ts";
import { stopTimeoutMs } from "./stop-on-signal.ts";

const shortLifeMs = 10_000;
const maxRestartDelayMs = 30_000;
/** Milliseconds for reading a worker's last messages after its end. */
const messageTimeoutMs = 1000;

/**
 * Runs the shop in several worker processes that share its port. This process only hands connections to them, replaces a worker that dies (after
 * a growing delay if it keeps dying), and ends them when it ends. See docs/decisions/0095.
 *
 * @param announceOpen called once, when all workers listen
 * @returns the exit code, once a signal has ended all workers
 */
export async function runProcesses({ processes }: Config, log: Logger, announceOpen: () => void) {
  const stopping = new AbortController();
  let listening = 0;
  cluster.on("listening", () => {
    listening++;
    if (listening === processes) announceOpen();
  });
  cluster.on("message", (_worker, problem) => {
    // Metrics send messages too.
    if (typeof problem !== "string") return;
    if (listening < processes) exitNow(problem);
    log.error(problem);
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
  const codes = await Promise.all(Array.from({ length: processes }, keepOneRunning));
  return Math.max(...codes);

  async function keepOneRunning() {
    for (let delayMs = 0; ; ) {
      const started = performance.now();
      const { code, signal } = await runWorker();
      if (stopping.signal.aborted) return code;
      const end = `A process exited (${signal ?? `code ${code}`})`;
      if (listening < processes) exitNow(`${end} before the shop was ready.`);
      delayMs = performance.now() - started > shortLifeMs ? 0 : Math.min(Math.max(2 * delayMs, 100), maxRestartDelayMs);
      log.error(`${end}. Starting a replacement.`);
      await sleep(delayMs, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return 0;
    }
  }

  function stop() {
    if (stopping.signal.aborted) return;
    stopping.abort();
    signalWorkers("SIGTERM");
    setTimeout(() => exitNow("Some requests were still in flight."), stopTimeoutMs + 250).unref();
  }
}

/** Sends the process that started this one a problem to show to the owner. */
export async function reportProblem(problem: string) {
  await new Promise((sent) => process.send?.(problem, undefined, undefined, sent));
}

/** Runs a worker until it ends and its last message is read. */
async function runWorker() {
  const worker = cluster.fork();
  const closeHanded = trackHandedConnection(worker.process);
  const disconnected = once(worker, "disconnect");
  const [code, signal] = await once(worker, "exit");
  // Node emits no "disconnect" for a worker that was killed while a connection was being handed to it.
  if ((await Promise.race([disconnected, sleep(messageTimeoutMs)])) === undefined) worker.process.emit("disconnect");
  closeHanded();
  return { code: Number(code), signal: signal as string | null };
}

function exitNow(reason: string) {
  console.error(reason);
  signalWorkers("SIGKILL");
  process.exit(1);
}

function signalWorkers(signal: NodeJS.Signals) {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}
