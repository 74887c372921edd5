import { AsyncLocalStorage } from "node:async_hooks";
import cluster from "node:cluster";
import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { Shop } from "#shop/shop.ts";
import type { LogLevel } from "../process/config.ts";

export type { Logger } from "pino";

/** The id of the request that is being answered. */
export const requestIds = new AsyncLocalStorage<string>();

/** As pino counts its levels. */
const errorLevel = 50;
/** Bytes: of several processes as many as a pipe takes in one piece, so that their lines never mix (PIPE_BUF). */
const maxWriteBytes = cluster.isWorker ? 4096 : 32 * 1024;
/** Bytes that wait for a reader who doesn't read, before lines are lost. */
const maxBufferedBytes = 8 * 1024 * 1024;
/** Milliseconds that a line waits for others to be written with. */
const flushIntervalMs = 1000;

/**
 * The process's log: lines for people on a terminal, anywhere else one JSON object per line.
 *
 * @param output where it is written, and whether that is a terminal
 */
export async function createLog(level: LogLevel, output: { fd: number; isTTY?: boolean } = process.stdout) {
  const stream = output.isTTY ? await writeForPeople(output.fd) : writeForPrograms(output.fd);
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, stream);
}

/** How the shop notes problems: with the request that they came up in. */
export function logProblems(log: Logger): Shop["log"] {
  return (message, err) => log.error({ requestId: requestIds.getStore(), err }, message);
}

/** What nobody catches ends the process; the log says why. */
export function logCrashes(log: Logger) {
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "The process ends, because of an error that nothing caught");
    process.exit(1);
  });
}

/** Writes many lines at a time, what went wrong at once, and the rest when the process ends. */
function writeForPrograms(fd: number) {
  const file = openOutput({
    dest: fd,
    sync: false,
    minLength: maxWriteBytes / 2,
    maxWrite: maxWriteBytes,
    maxLength: maxBufferedBytes,
    periodicFlush: flushIntervalMs,
  });
  return {
    // Asks pino for the level of each line.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      file.write(line);
      if (this.lastLevel >= errorLevel) file.flush();
    },
  };
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

/** A log that nobody can write or read any more doesn't end the shop. */
function openOutput(options: Parameters<typeof destination>[0]) {
  return destination(options).on("error", () => {});
}

/** The parts of an error that hold nothing personal: drivers put whole rows and recipients into the others. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: hideAddresses(String(error)) };
  const { type, message, code, stack } = stdSerializers.err(error);
  return { type, message: hideAddresses(message), code, stack: hideAddresses(stack) };
}

/** Mail servers name the people whose mail they refuse, and addresses of servers may hold a password. */
function hideAddresses(text: string) {
  return text.replaceAll(/[^\s<>()"'`,;:/]+@[^\s<>()"'`,;:/]+/g, "…@…");
}
