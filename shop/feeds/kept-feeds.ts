import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { TimeSlices } from "../catalog/lists/index/time-slices.ts";
import { readCatalogVersion } from "../changes/catalog-version.ts";
import { outageOf } from "../errors.ts";
import type { Shop } from "../shop.ts";
import { GrowingFile } from "./growing-file.ts";
import { google, meta, writeMerchantXml } from "./merchant-xml.ts";
import { writeProductsCsv } from "./products-csv.ts";

type Source = Pick<Shop, "db" | "now" | "settings" | "log">;

interface Feed {
  type: string;
  write: (shop: Source) => AsyncIterable<string>;
}

/** All feeds, by the last part of their addresses. */
export const feeds: Readonly<Record<string, Feed>> = {
  "google.xml": { type: "application/xml; charset=utf-8", write: (shop) => writeMerchantXml(shop, google) },
  "meta.xml": { type: "application/xml; charset=utf-8", write: (shop) => writeMerchantXml(shop, meta) },
  "products.csv": { type: "text/csv; charset=utf-8", write: writeProductsCsv },
};

/** A feed of so many milliseconds' work is made again at once when the catalog has changed. */
const quickMs = 1000;
/** A larger one rests so many times as long as it took. */
const restFactor = 10;
/** Milliseconds that it rests at most. */
const longestRestMs = 10 * 60_000;
/** Milliseconds after which a feed that nobody asks for is dropped. */
const idleMs = 15 * 60_000;
/** Characters that are packed at a time. */
const packed = 16 * 1024;

interface KeptFeed {
  /** The catalog's version when it was begun. */
  version: string;
  file: GrowingFile;
  /** Until when it is given out whatever has changed, on the clock of `performance`; until it is written, for good. */
  freshUntil: number;
  idle: NodeJS.Timeout;
}

/**
 * Makes each feed once for all who ask, one at a time, and keeps it packed in a temporary file until the catalog changes. See docs/decisions/0276.
 *
 * @param shop whose catalog they are of
 */
export function createFeedKeeper(shop: Source) {
  const kept = new Map<string, KeptFeed>();
  let lastWork: Promise<void> = Promise.resolve();

  /** The version of a feed that a reader gets now. */
  async function readVersion(name: string) {
    const feed = kept.get(name);
    return feed && performance.now() < feed.freshUntil ? feed.version : readCatalogVersion(shop.db);
  }

  /** A feed in gzip, from its beginning. Destroy the stream if it isn't read to its end. */
  async function open(name: string, version: string): Promise<Readable> {
    const found = kept.get(name);
    if (found && (found.version === version || performance.now() < found.freshUntil)) {
      found.idle.refresh();
      return found.file.read();
    }
    const file = await GrowingFile.create();
    const other = kept.get(name);
    // Another request was faster.
    if (other && other !== found) {
      await file.discard();
      return open(name, version);
    }
    found?.file.discard();
    const idle = setTimeout(() => drop(name, feed), idleMs).unref();
    const feed: KeptFeed = { version, file, freshUntil: Number.POSITIVE_INFINITY, idle };
    kept.set(name, feed);
    const stream = file.read();
    lastWork = lastWork.then(() => make(name, feed));
    return stream;
  }

  async function make(name: string, feed: KeptFeed) {
    const start = performance.now();
    try {
      await feed.file.write(pack(feeds[name]?.write(shop) ?? []));
      const ms = performance.now() - start;
      feed.freshUntil = ms < quickMs ? 0 : performance.now() + Math.min(restFactor * ms, longestRestMs);
    } catch (error) {
      if (!outageOf(error)) shop.log(`Making /feeds/${name} failed`, error);
      drop(name, feed);
    }
  }

  function drop(name: string, feed: KeptFeed) {
    clearTimeout(feed.idle);
    if (kept.get(name) === feed) kept.delete(name);
    feed.file.discard();
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
