import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inTemporaryFolder } from "#database/snapshot.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";

const run = promisify(execFile);

/** What a database driver, a time zone and Node itself need. Secrets come with the task, and only those that it needs. */
const passedOn =
  /^(PATH|HOME|TZ|LANG|LC_\w+|PG[A-Z]+|SystemRoot|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX)$/;

/** How a program ends when the database can't be used: "temporary failure" in sysexits.h. */
export const outageExitCode = 75;

interface Limits {
  signal?: AbortSignal;
  /** Megabytes of JavaScript values that the process may hold. */
  memoryMb: number;
  /** Milliseconds after which it is killed. */
  timeoutMs: number;
}

/** A process exceeded its memory or its time, and was ended. */
export class LimitExceededError extends Error {
  override name = "LimitExceededError";
}

/**
 * Runs a program of the shop in a process of its own, with a temporary folder that is removed however the process ends. The program reads its task
 * from the standard input as JSON, and writes its result to the standard output as JSON.
 *
 * @throws LimitExceededError, DatabaseUnavailableError; other errors when the process fails or is aborted
 */
export function runApart<Result>(program: string, task: object, { signal, memoryMb, timeoutMs }: Limits) {
  return inTemporaryFolder(async (folder): Promise<Result> => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)));
    const working = run(process.execPath, [`--max-old-space-size=${memoryMb}`, program], {
      env: { ...env, TMPDIR: folder, TEMP: folder, TMP: folder },
      killSignal: "SIGKILL",
      maxBuffer: Number.POSITIVE_INFINITY,
      timeout: timeoutMs,
      ...(signal && { signal }),
    });
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    if (working.child.pid === undefined) resolve();
    else working.child.once("exit", () => resolve());
    // A process that has failed reads no further, and says why.
    working.child.stdin?.on("error", () => {}).end(JSON.stringify(task));
    const { stdout } = await working.catch(async (error) => {
      // An aborted one may still write into the folder that is removed next.
      await exited;
      if (error.code === outageExitCode) throw new DatabaseUnavailableError(error);
      const isEnded = error.signal && !signal?.aborted;
      throw isEnded ? new LimitExceededError("A process took too much memory or time", { cause: error }) : error;
    });
    return JSON.parse(stdout);
  });
}
