import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Database } from "#database/connect.ts";
import { databaseTime } from "#database/database-time.ts";
import { isLeft } from "./left-storage.ts";
import { type ObjectStore, openObjectStore, StorageUnavailableError } from "./object-store.ts";
import type { S3Place } from "./s3-place.ts";

/** What a row has of a picture file: its bytes, or no bytes and the key of the object that has them. */
export interface StoredFile {
  content: Uint8Array;
  object: string | null;
}

/**
 * Where the bytes of picture files are: in the rows, or in S3-compatible storage. Each row says where its own are, so that a shop may have
 * both, and move. See docs/decisions/0238.
 */
export interface PictureFiles {
  /**
   * Keeps a file, before the transaction whose row names it. Without such a row it is removed after a day.
   *
   * @param name such as `profiles/4f2a.webp`
   * @param signal aborts it
   * @returns what the row needs
   * @throws StorageUnavailableError, and the signal's reason
   */
  keep: (name: string, content: Uint8Array, signal: AbortSignal) => Promise<StoredFile>;
  /** @returns undefined if the storage has lost it @throws StorageUnavailableError */
  read: (file: StoredFile) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The S3-compatible storage, if the shop has one. */
  objects?: ObjectStore & { base: string };
}

/** Bytes of the objects that each process keeps in memory. */
const mostRecentBytes = 32 * 1024 * 1024;
/** Milliseconds for which the same problem isn't reported again. */
const reportPauseMs = 60_000;

/** @param report is told why files can't be read or saved, at most once a minute */
export function openPictureFiles(
  db: Database,
  place: S3Place | undefined,
  report: (problem: Error) => void = () => {},
): PictureFiles {
  const files = place
    ? objectFiles(db, { ...openObjectStore(place), base: place.base }, rarely(report))
    : rowFiles(rarely(report));
  return files;
}

function rowFiles(report: (problem: Error) => void): PictureFiles {
  return {
    keep: async (_, content) => ({ content, object: null }),
    async read({ content, object }) {
      if (object === null) return new Uint8Array(content);
      const problem = new StorageUnavailableError("Pictures are in S3-compatible storage, but S3_URL isn't set");
      report(problem);
      throw problem;
    },
  };
}

function objectFiles(db: Database, objects: ObjectStore & { base: string }, report: (problem: Error) => void) {
  // An object never changes. Those who ask for one at once share an answer.
  const recent = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: mostRecentBytes,
    sizeCalculation: ({ length }) => length || 1,
    fetchMethod: objects.get,
  });
  const files: PictureFiles = {
    objects,
    async keep(name, content, signal) {
      if (await isLeft(db, objects.base)) return { content, object: null };
      const key = keyOf(name);
      await db
        .insertInto("unnamedObjects")
        .values({ key, since: databaseTime(db) })
        .execute();
      await objects.put(key, content, signal).catch(reportAndThrow);
      return { content: new Uint8Array(), object: key };
    },
    async read({ content, object }) {
      if (object === null) return new Uint8Array(content);
      const found = await recent.fetch(object).catch(reportAndThrow);
      if (!found) report(new Error(`The picture storage ${objects.base} has lost ${object}`));
      return found;
    },
  };
  return files;

  function reportAndThrow(error: Error): never {
    if (error instanceof StorageUnavailableError) report(error);
    throw error;
  }
}

/** No two objects ever have the same key, so that removing one that no row names can't meet one that a row names again. */
function keyOf(name: string) {
  return name.replace(/(\.\w+)?$/, (end) => `-${randomBytes(6).toString("hex")}${end}`);
}

function rarely(report: (problem: Error) => void) {
  let reported = Number.NEGATIVE_INFINITY;
  return (problem: Error) => {
    if (performance.now() - reported < reportPauseMs) return;
    reported = performance.now();
    report(problem);
  };
}
