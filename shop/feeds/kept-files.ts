import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { TimeSlices } from "../catalog/lists/index/time-slices.ts";
import { outageOf } from "../errors.ts";
import type { Shop } from "../shop.ts";
import { GrowingFile } from "./growing-file.ts";

/** Something of the whole catalog, in texts. */
export interface WrittenFile {
  /** Its address, which is its name. */
  path: string;
  type: string;
  write: () => AsyncIterable<string> | Iterable<string>;
}

/** A file of so many milliseconds' work is made again at once when the catalog has changed. */
const quickMs = 1000;
/** A file of fewer bytes, packed, takes longer only while the machine is busy with something else. */
const smallBytes = 64 * 1024;
/** A larger one rests so many times as long as it took. */
const restFactor = 10;
/** Milliseconds that it rests at most. */
const longestRestMs = 10 * 60_000;
/** Milliseconds after which a file that nobody asks for is dropped. */
const idleMs = 15 * 60_000;
/** Characters that are packed at a time. */
const packed = 16 * 1024;

interface KeptFile {
  /** What it shows: the version when it was begun. */
  version: string;
  file: GrowingFile;
  /** Until when it is given out whatever has changed, on the clock of `performance`; until it is written, for good. */
  freshUntil: number;
  idle: NodeJS.Timeout;
}

/** Makes each file once for all who ask, one at a time, and keeps it packed in a temporary file until its version changes. See docs/decisions/0276. */
export function createFileKeeper({ log }: Pick<Shop, "log">) {
  const kept = new Map<string, KeptFile>();
  let lastWork: Promise<void> = Promise.resolve();

  /** The version of a file that a reader gets now. @param readNewest the version that it would have if it were made now */
  async function readVersion(path: string, readNewest: () => Promise<string>) {
    const found = kept.get(path);
    return found && performance.now() < found.freshUntil ? found.version : readNewest();
  }

  /** A file in gzip, from its beginning. Destroy the stream if it isn't read to its end. */
  async function open(written: WrittenFile, version: string): Promise<Readable> {
    const found = kept.get(written.path);
    if (found && (found.version === version || performance.now() < found.freshUntil)) {
      found.idle.refresh();
      return found.file.read();
    }
    const file = await GrowingFile.create();
    const other = kept.get(written.path);
    // Another request was faster.
    if (other && other !== found) {
      await file.discard();
      return open(written, version);
    }
    found?.file.discard();
    const idle = setTimeout(() => drop(written.path, made), idleMs).unref();
    const made: KeptFile = { version, file, freshUntil: Number.POSITIVE_INFINITY, idle };
    kept.set(written.path, made);
    const stream = file.read();
    lastWork = lastWork.then(() => make(written, made));
    return stream;
  }

  async function make({ path, write }: WrittenFile, made: KeptFile) {
    const start = performance.now();
    try {
      await made.file.write(pack(write()));
      const ms = performance.now() - start;
      const isQuick = ms < quickMs || made.file.size < smallBytes;
      made.freshUntil = isQuick ? 0 : performance.now() + Math.min(restFactor * ms, longestRestMs);
    } catch (error) {
      if (!outageOf(error)) log(`Making ${path} failed`, error);
      drop(path, made);
    }
  }

  function drop(path: string, dropped: KeptFile) {
    clearTimeout(dropped.idle);
    if (kept.get(path) === dropped) kept.delete(path);
    dropped.file.discard();
  }

  return { readVersion, open };
}

function pack(texts: AsyncIterable<string> | Iterable<string>): AsyncIterable<Uint8Array> {
  // What the texts throw is thrown to who reads the result.
  return pipeline(Readable.from(inSlices(texts), { objectMode: false }), createGzip(), () => {});
}

/** Texts in larger pieces, between which requests have the processor. */
async function* inSlices(texts: AsyncIterable<string> | Iterable<string>) {
  const slices = new TimeSlices();
  let piece = "";
  for await (const text of texts) {
    piece += text;
    await slices.pause();
    if (piece.length < packed) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(piece);
}
