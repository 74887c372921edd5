import { execFile } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { locks } from "node:worker_threads";
import {
  OtherFileError,
  PictureError,
  type PictureKind,
  type PictureSize,
  PicturesBusyError,
  pictureMessages,
} from "./picture-rules.ts";

/** What to make of a file: a profile picture, an upload's first size and master, another of its sizes, the picture of shared links, or a list of its colors. */
export type PictureWork =
  | { make: "colors" }
  | { make: "avatar" }
  | { make: "shared" }
  | { make: "upload"; kind: PictureKind }
  | ({ make: "size" } & PictureSize);

const program = fileURLToPath(import.meta.resolve("#shop/pictures/picture-process.ts"));
const run = promisify(execFile);

/** On a busy machine a picture gets little of a processor, so the clock doesn't measure what it costs. */
const usualLimits = { clockMs: 20_000, processorMs: 6_000 };
/** In bytes. The largest output is a transparent PNG master of 2400 × 1600 pixels. */
const mostOutput = 32 * 1024 * 1024;

/** Decodes a picture that a user waits for, one at a time in each process of the shop. @throws as `decodePicture` does */
export function decodeInTurn(work: PictureWork, file: Uint8Array, signal: AbortSignal) {
  return locks.request("picture", { signal }, () => decodePicture(work, file, signal));
}

/**
 * Decodes in a child process. Pictures then don't take threads from password hashing and files, a costly file can be killed, and
 * its memory is returned. The child doesn't get the shop's environment.
 *
 * @param signal aborts the work
 * @throws PictureError if the picture is refused or costs too much, PicturesBusyError if the time is over, and the signal's reason
 */
export async function decodePicture(
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
  // A killed process reads no further.
  decoding.child.stdin?.on("error", () => {}).end(file);
  try {
    return new Uint8Array((await decoding).stdout);
  } catch (error) {
    signal.throwIfAborted();
    const { code, killed, signal: end, stderr } = error as Failed;
    if (code === 2) throw new PictureError(stderr.toString());
    if (code === 20) throw new OtherFileError(stderr.toString());
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
