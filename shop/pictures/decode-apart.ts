import { execFile } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { locks } from "node:worker_threads";
import { PictureError, PicturesBusyError } from "./picture-error.ts";
import { type PictureSize, pictureMessages } from "./picture-rules.ts";

/** What is made of a file: a profile picture, the beginnings of a product's, or one of its sizes. */
export type PictureWork = { make: "square" } | { make: "productPicture" } | ({ make: "size" } & PictureSize);

const program = fileURLToPath(import.meta.resolve("#shop/pictures/picture-process.ts"));
const run = promisify(execFile);

/** On a busy machine a picture gets less than its share of a processor, so the clock is no measure of what it costs. */
const usualLimits = { clockMs: 20_000, processorMs: 6_000 };
/** In bytes; of a product's picture comes the largest one, as a PNG of 1600 × 1600 pixels that is seen through at most. */
const mostOutput = 32 * 1024 * 1024;

/** Decodes a picture that somebody waits for, when those before it are done: one at a time in each process of the shop. @throws as `decodeApart` does */
export function decodeInTurn(work: PictureWork, file: Uint8Array, signal: AbortSignal) {
  return locks.request("picture", { signal }, () => decodeApart(work, file, signal));
}

/**
 * Decodes in a process of its own: hashing and files don't share their threads with pictures, a file that costs too much is
 * stopped, and its memory returns. That process knows nothing of the shop's environment.
 *
 * @param signal ends the work
 * @throws PictureError when the picture is refused or costs too much by itself, PicturesBusyError when it doesn't come to its end, and the
 * signal's reason
 */
export async function decodeApart(
  work: PictureWork,
  file: Uint8Array,
  signal: AbortSignal,
  { clockMs, processorMs } = usualLimits,
) {
  const decoding = run(process.execPath, [program, JSON.stringify(work), String(processorMs)], {
    encoding: "buffer",
    env: { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: getCompileCacheDir() },
    killSignal: "SIGKILL",
    maxBuffer: mostOutput,
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
