import { AsyncLocalStorage } from "node:async_hooks";
import cluster from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { format } from "node:util";
import { destination, type Logger, levels, pino, stdSerializers, stdTimeFunctions, symbols } from "pino";
import { errorCode } from "#database/error-code.ts";
import { type AccountEvent, accountEvents } from "#shop/accounts/sign-in-log.ts";
import { messageOf } from "#shop/errors.ts";
import { OutboundError } from "#shop/outbound/outbound-error.ts";
import type { Shop } from "#shop/shop.ts";
import type { LogLevel } from "../environment/config.ts";

export type { Logger } from "pino";

/** The id of the current request. */
export const requestIds = new AsyncLocalStorage<string>();

/** Pino's numbers for its levels. */
const errorLevel = 50;
/** Bytes. Several processes write at most what a pipe takes atomically (PIPE_BUF), so that their lines never mix. */
const maxWriteBytes = cluster.isWorker ? 4096 : 64 * 1024;
/** Bytes to buffer for a slow reader before lines are dropped. */
const maxBufferedBytes = 8 * 1024 * 1024;
/** Milliseconds that a line waits to be written with others. */
const flushIntervalMs = 1000;

/**
 * The process's log: lines for people on a terminal, anywhere else one JSON object per line. See docs/decisions/0030.
 *
 * @param output the file descriptor, and whether it is a terminal
 */
export async function createLog(level: LogLevel, output: { fd: number; isTTY?: boolean } = process.stdout) {
  const stream = output.isTTY ? await writeForPeople(output.fd) : new LinesForPrograms(output.fd);
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, stream);
}

interface RequestEntry {
  requestId: string;
  method: string;
  route: string;
  path: string;
  status: number;
  ms: number;
}

/**
 * Logs requests that are over. Pino would take as long for an entry as a page from memory takes otherwise, so lines for programs are built here. See
 * docs/decisions/0362.
 */
export function createRequestLog(log: Logger) {
  const output: unknown = Reflect.get(log, symbols.streamSym);
  if (!(output instanceof LinesForPrograms)) {
    return (level: "debug" | "info" | "error", entry: RequestEntry) => log[level](entry, "request");
  }
  const { pid } = process;
  const isoTime = createClock();
  return (level: "debug" | "info" | "error", { requestId, method, route, path, status, ms }: RequestEntry) => {
    const shown = `"route":${JSON.stringify(route)},"path":${JSON.stringify(path)},"status":${status},"ms":${ms}`;
    output.lastLevel = levels.values[level] ?? 0;
    output.write(
      `{"level":"${level}","time":"${isoTime()}","pid":${pid},"requestId":"${requestId}","method":"${method}",${shown},"msg":"request"}\n`,
    );
  };
}

/** The time in ISO 8601, written once per millisecond. */
function createClock() {
  let last = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = new Date(now).toISOString();
    last = now;
    return text;
  };
}

/** Logs the shop's problems with the current request's id. A site that is away is a warning of one line. */
export function logProblems(log: Logger): Shop["log"] {
  return (message, err) => {
    const requestId = requestIds.getStore();
    if (isAway(err)) log.warn({ requestId }, `${message}: ${hideAddresses(messageOf(err))}`);
    else log.error({ requestId, err }, message);
  };
}

/** Whether another site doesn't answer for now: that passes, and no line of the shop's code explains it. */
function isAway(error: unknown) {
  return error instanceof OutboundError && error.problem === "unreachable";
}

/** Logs what libraries print, which may hold an address that was asked for. */
export function logConsole(log: Logger) {
  for (const level of ["warn", "error"] as const)
    console[level] = (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error);
      const text = format(...printed.filter((part) => part !== err));
      log[level]({ requestId: requestIds.getStore(), err }, hideAddresses(hidePaths(text)) || "A library's error");
    };
}

/** Logs who signed in and who was refused, by account id. */
export function logAccounts(log: Logger) {
  subscribe(accountEvents.name, (event) => {
    const { message, ...who } = event as AccountEvent;
    log.info({ requestId: requestIds.getStore(), ...who }, message);
  });
}

/** Logs an uncaught error before it ends the process. A worker ends quietly with the process that started it, and output that nothing reads ends none. */
export function logCrashes(log: Logger) {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  process.on("uncaughtException", (err) => {
    if (cluster.isWorker && isLostPipe(err)) process.exit(1);
    log.fatal({ err }, "Uncaught error, exiting");
    process.exit(1);
  });
}

/** Whether nothing reads what this process writes any more: its output, or messages to the process that started it. */
function isLostPipe(error: unknown) {
  return /^(EPIPE|ERR_IPC_CHANNEL_CLOSED|ERR_IPC_DISCONNECTED)$/.test(errorCode(error) ?? "");
}

const pinoMetadata: unique symbol = Symbol.for("pino.metadata");

/** What the types of sonic-boom leave out: with `contentMode: "buffer"`, it takes bytes. */
interface BatchFile {
  /** Begins to write once it has half of what it writes at most. */
  write: (batch: Buffer) => void;
  flush: () => void;
}

/** Writes lines in batches, errors immediately, and the rest when the process ends. */
class LinesForPrograms {
  /** Has pino pass each line's level. */
  readonly [pinoMetadata] = true;
  lastLevel = 0;
  /** Buffers of single lines would be garbage that lives until the batch is written. See docs/decisions/0387. */
  readonly #batch = Buffer.allocUnsafeSlow(maxWriteBytes);
  #batchLength = 0;
  readonly #file: BatchFile;

  constructor(fd: number) {
    // Before the file's own listeners, which write what it has.
    for (const end of ["beforeExit", "exit"] as const) process.prependListener(end, () => this.#handOver());
    setInterval(() => this.#flush(), flushIntervalMs).unref();
    const file: unknown = openOutput({
      dest: fd,
      sync: false,
      contentMode: "buffer",
      minLength: maxWriteBytes / 2,
      maxWrite: maxWriteBytes,
      maxLength: maxBufferedBytes,
    });
    this.#file = file as BatchFile;
  }

  write(line: string) {
    const mostBytes = 3 * line.length;
    if (this.#batchLength + mostBytes > maxWriteBytes) this.#handOver();
    if (mostBytes > maxWriteBytes) this.#file.write(Buffer.from(line));
    else this.#batchLength += this.#batch.write(line, this.#batchLength);
    if (this.lastLevel >= errorLevel) this.#flush();
    else if (this.#batchLength >= maxWriteBytes / 2) this.#handOver();
  }

  #flush() {
    this.#handOver();
    this.#file.flush();
  }

  #handOver() {
    if (this.#batchLength === 0) return;
    this.#file.write(Buffer.from(this.#batch.subarray(0, this.#batchLength)));
    this.#batchLength = 0;
  }
}

async function writeForPeople(fd: number) {
  const { prettyFactory } = await import("pino-pretty");
  const file = openOutput({ dest: fd, sync: true });
  const makeReadable = prettyFactory({
    colorize: true,
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid,requestId,method,route,path,status,ms",
    messageFormat: ({ msg, method, path, status, ms }) =>
      method ? `${method} ${path} ${status}, ${ms} ms` : String(msg),
  });
  return { write: (line: string) => void file.write(makeReadable(line)) };
}

/** A log that can't be written any more doesn't end the shop. */
function openOutput(options: Parameters<typeof destination>[0]) {
  return destination(options).on("error", () => {});
}

/** The fields of an error without personal data: drivers put whole rows and recipients into others. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: hideAddresses(String(error)) };
  const { type, message, code, stack } = stdSerializers.err(error);
  return { type, message: hideAddresses(message), code, stack: hideAddresses(stack) };
}

/** Addresses of pages may contain tokens and emails. */
function hidePaths(text: string) {
  return text.replaceAll(/(["'`])[a-z]*:?\/[^"'`]*\1/g, "$1…$1");
}

/** Mail servers' errors contain recipients, and server URLs may contain a password. */
export function hideAddresses(text: string) {
  return text.replaceAll(/(?<![^\s<>()",;:/])[^\s<>()",;:/]+(?:@|%40)[^\s<>()"'`,;:/]+/gi, "…@…");
}
