import * as fs from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";

// Node ends a process that loses a `FileHandle`.
const [open, write, read, close] = [promisify(fs.open), promisify(fs.write), promisify(fs.read), promisify(fs.close)];

/** Bytes that a reader gets at a time. */
const pieceSize = 64 * 1024;

/**
 * A temporary file that many read while it is still being written: each at its own pace, none of them in memory. It has no name, so that it is gone
 * with its last reader, or with the process.
 */
export class GrowingFile {
  readonly #file: number;
  #size = 0;
  #isWhole = false;
  #failure: unknown;
  #readers = 0;
  #isWanted = true;
  #isClosed = false;
  #grown = Promise.withResolvers<void>();

  private constructor(file: number) {
    this.#file = file;
  }

  static async create() {
    const path = join(tmpdir(), `feed-${crypto.randomUUID()}`);
    const file = await open(path, "wx+", 0o600);
    await rm(path);
    return new GrowingFile(file);
  }

  /** Bytes that are written by now. */
  get size() {
    return this.#size;
  }

  /** Writes all of a source. Readers get what it throws, too. @throws what the source throws, and a full disk */
  async write(source: AsyncIterable<Uint8Array>) {
    try {
      for await (const piece of source) {
        for (let done = 0; done < piece.length; ) {
          const { bytesWritten } = await write(this.#file, piece, done, piece.length - done, this.#size);
          done += bytesWritten;
          this.#size += bytesWritten;
        }
        this.#tell();
      }
      this.#isWhole = true;
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      this.#tell();
      await this.#closeUnused();
    }
  }

  /** All that is written by now and later. */
  read(): Readable {
    this.#readers += 1;
    return Readable.from(this.#pieces(), { objectMode: false }).once("close", () => {
      this.#readers -= 1;
      this.#closeUnused();
    });
  }

  /** Lets it go with its last reader. */
  discard() {
    this.#isWanted = false;
    return this.#closeUnused();
  }

  async *#pieces() {
    for (let at = 0; ; ) {
      const grown = this.#grown.promise;
      if (at < this.#size) {
        const { bytesRead, buffer } = await read(this.#file, Buffer.alloc(pieceSize), 0, pieceSize, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.#failure) throw this.#failure;
      else if (this.#isWhole) return;
      else await grown;
    }
  }

  #tell() {
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }

  async #closeUnused() {
    const isWritten = this.#isWhole || this.#failure !== undefined;
    if (!isWritten || this.#isWanted || this.#readers > 0 || this.#isClosed) return;
    this.#isClosed = true;
    await close(this.#file);
  }
}
