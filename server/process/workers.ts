import type { ChildProcess, SendHandle, Serializable } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../observability/log.ts";
import type { Config } from "./config.ts";
import { stopTimeoutMs } from "./stop-on-signal.ts";

const shortLifeMs = 10_000;
const maxRestartDelayMs = 30_000;
/** Milliseconds in which what a process has said is read after its end. */
const messageTimeoutMs = 1000;

/**
 * Runs the shop in several processes that share its port: this program again, as workers of this one, which only hands
 * connections on. A worker that dies is replaced; one that keeps dying, after a delay that grows. Workers end with this process.
 *
 * @param log is told of those that died
 * @param announceOpen is called once, when all of them answer
 * @returns the code to exit with, once a signal has ended all of them
 */
export async function runProcesses({ processes }: Config, log: Logger, announceOpen: () => void) {
  const stopping = new AbortController();
  let listening = 0;
  cluster.on("listening", () => {
    listening++;
    if (listening === processes) announceOpen();
  });
  cluster.on("message", (_worker, problem) => {
    // Whoever counts sends messages too.
    if (typeof problem !== "string") return;
    if (listening < processes) endAtOnce(problem);
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
      const end = `A process ended (${signal ?? `code ${code}`})`;
      if (listening < processes) endAtOnce(`${end} before the shop was open.`);
      delayMs = performance.now() - started > shortLifeMs ? 0 : Math.min(Math.max(2 * delayMs, 100), maxRestartDelayMs);
      log.error(`${end}. Another one takes its place.`);
      await sleep(delayMs, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return 0;
    }
  }

  function stop() {
    if (stopping.signal.aborted) return;
    stopping.abort();
    signalWorkers("SIGTERM");
    setTimeout(() => endAtOnce("Not everything that was in flight has ended."), stopTimeoutMs + 250).unref();
  }
}

/** Tells the process that started this one why it can't work; that one is who says it to the owner. */
export async function reportProblem(problem: string) {
  await new Promise((sent) => process.send?.(problem, undefined, undefined, sent));
}

/** One worker's life. What it said last has been read when it is over. */
async function runWorker() {
  const worker = cluster.fork();
  const closeHanded = trackHanded(worker.process);
  const disconnected = once(worker, "disconnect");
  const [code, signal] = await once(worker, "exit");
  // Node never says so of a process that was killed while a connection was being handed to it, and keeps that connection.
  if ((await Promise.race([disconnected, sleep(messageTimeoutMs)])) === undefined) worker.process.emit("disconnect");
  closeHanded();
  return { code: Number(code), signal: signal as string | null };
}

/** Connections are handed on one at a time. @returns what closes the last one, whose browser would wait for an answer for good */
function trackHanded(worker: ChildProcess) {
  let handed: { close?: () => void } | undefined;
  const send = worker.send.bind(worker);
  worker.send = ((message: Serializable, handle?: SendHandle) => {
    if (handle) handed = handle as typeof handed;
    return send(message, handle);
  }) as typeof send;
  return () => handed?.close?.();
}

function endAtOnce(reason: string) {
  console.error(reason);
  signalWorkers("SIGKILL");
  process.exit(1);
}

function signalWorkers(signal: NodeJS.Signals) {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}
