import { execFile } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { locks } from "node:worker_threads";
import { PictureError, PicturesBusyError } from "./picture-error.ts";
import { pictureMessages } from "./picture-rules.ts";

const program = join(import.meta.dirname, "square-webp-process.ts");
const run = promisify(execFile);

/** On a busy machine a picture gets less than its share of a processor, so the clock is no measure of what it costs. */
const limits = { clockMs: 20_000, processorMs: 6_000 };
/** Beside the one that is decoded. */
const mostWaiting = 4;
let pending = 0;

/**
 * Makes a small square of a picture (`squareWebp`), one at a time in this process; a few others wait for their turn.
 *
 * @param signal ends the work, and the waiting for it
 * @throws PictureError, PicturesBusyError when too many wait already, and the signal's reason
 */
export async function makeSquare(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (pending > mostWaiting) throw new PicturesBusyError("shop");
  pending++;
  try {
    return await locks.request("picture", { signal }, () => decodeApart(file, signal));
  } finally {
    pending--;
  }
}

/**
 * Decodes in a process of its own: hashing and files don't share their threads with pictures, a file that costs too much is
 * stopped, and its memory returns. That process knows nothing of the shop's environment.
 *
 * @throws as `makeSquare` does: PictureError when the picture costs too much by itself, PicturesBusyError when it doesn't come to its end
 */
export async function decodeApart(file: Uint8Array, signal: AbortSignal, { clockMs, processorMs } = limits) {
  const decoding = run(process.execPath, [program, String(processorMs)], {
    encoding: "buffer",
    env: { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: getCompileCacheDir() },
    killSignal: "SIGKILL",
    timeout: clockMs,
    signal,
  });
  // A process that was killed reads no further.
  decoding.child.stdin?.on("error", () => {}).end(file);
  try {
    return new Uint8Array((await decoding).stdout);
  } catch (error) {
    signal.throwIfAborted();
    const { code, killed, signal: end, stderr } = error as Failed;
    if (code === 2) throw new PictureError(stderr.toString());
    if (killed) throw new PicturesBusyError("shop");
    if (end === "SIGKILL") throw new PictureError(pictureMessages.costly);
    throw error;
  }
}

interface Failed {
  code: number | null;
  killed: boolean;
  signal: string | null;
  stderr: Buffer;
}
