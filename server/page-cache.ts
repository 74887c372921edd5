import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { mayBeSignedIn } from "#shop/accounts/accounts.ts";
import { fetchedAhead, isFetchedAhead } from "./fetch-ahead.ts";
import type { Audience } from "./shared-page.ts";

/** Milliseconds for which a page is shown without looking whether it is still the newest. */
const unasked = 250;
/** Milliseconds after which a page is made anew though nothing seems to have changed: somebody may work in the database. */
const oldest = 5000;
/** Bytes of all pages that are kept. */
const capacity = 48 * 1024 * 1024;

interface PageCacheOptions {
  /** What a path's page follows from: another version means another page. Rejects when nobody can tell. */
  readVersion: (path: string) => Promise<string>;
  /** For whom the sender of a request with a session's cookie sees pages; undefined when only the rest of the shop can tell. */
  readAudience: (headers: IncomingMessage["headers"]) => Promise<Audience | undefined>;
}

/** What the rest of the shop is told, and tells, about a page that it makes. */
export interface KeepingEnv {
  Bindings: HttpBindings;
  Variables: { sharing?: { audience?: Audience } };
}

/** A page as it is kept. */
interface Page {
  body: Bytes;
  /** The body as it was asked for so far, each made once, and the headers of all. */
  forms: Partial<Record<Encoding, { body: Bytes; headers: string[] }>>;
  /** Names and values by turns, as Node writes them. */
  headers: string[];
  etag: string;
  version: string;
  /** On the clock of `performance`. */
  madeAt: number;
  /** When the version was last seen to be the newest. */
  seenAt: number;
  /** The look that is going on now. */
  looking?: Promise<boolean>;
}

/** The pages at one path. */
type Pages = Map<Audience, Page>;

type Bytes = Buffer<ArrayBuffer>;
type Encoding = keyof typeof encoders;

const encoders = {
  br: (body: Bytes) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Bytes) => gzipSync(body),
  identity: (body: Bytes) => body,
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Keeps whole pages, compressed, and answers with them before anything else of the shop is asked: those that all visitors without
 * a session see alike, and what signed-in shoppers see alike, once their session is found to be good. A page is shown while its
 * version stays the same, which is looked up when it is asked for, four times a second at most. Every process keeps and looks for itself.
 */
export function createPageCache({ readVersion, readAudience }: PageCacheOptions) {
  const kept = new LRUCache<string, Pages>({ maxSize: capacity, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<Page | undefined>>();

  /** Answers a request from memory. @returns whether it did */
  function answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const { method, url = "", headers } = request;
    if ((method !== "GET" && method !== "HEAD") || headers.range) return false;
    const pages = kept.get(url);
    if (!pages) return false;
    if (!mayBeSignedIn(headers.cookie)) return show(pages, "visitors", request, response);
    return readAudience(headers).then(
      (audience) => audience !== undefined && show(pages, audience, request, response),
      () => false,
    );
  }

  function show(pages: Pages, audience: Audience, request: IncomingMessage, response: ServerResponse) {
    const page = pages.get(audience);
    const now = performance.now();
    if (!page || now - page.madeAt > oldest) return false;
    if (now - page.seenAt < unasked) return write(page, request, response);
    return isNewest(request.url ?? "", page).then((newest) => {
      if (newest) return write(page, request, response);
      if (pages.get(audience) === page) pages.delete(audience);
      return false;
    });
  }

  /** One look at a time: whoever asks meanwhile waits for it. */
  function isNewest(path: string, page: Page) {
    page.looking ??= readVersion(path)
      .then((version) => version === page.version)
      .catch(() => false)
      .finally(() => {
        page.looking = undefined;
        page.seenAt = performance.now();
      });
    return page.looking;
  }

  /** Keeps what the rest of the shop answers, if it may be kept. Visitors who ask for one page at once wait for the first. */
  const keeping: MiddlewareHandler<KeepingEnv> = async (context, next) => {
    const { incoming } = context.env;
    const { method, url = "", headers } = incoming;
    if (method !== "GET" || headers.range) return next();
    const alone = mayBeSignedIn(headers.cookie);
    const others = alone ? undefined : rendering.get(url);
    const made = others?.catch(() => undefined) ?? make();
    if (!alone && !others) rendering.set(url, made);
    const page = await made.finally(() => alone || others || rendering.delete(url));
    if (!page) return others && next();
    const shown = answerOf(page, incoming);
    context.res = undefined;
    context.res = new Response(shown.body, { status: shown.status, headers: pairs(shown.headers) });

    async function make() {
      const madeAt = performance.now();
      const version = await readVersion(url).catch(() => undefined);
      const sharing: KeepingEnv["Variables"]["sharing"] = {};
      context.set("sharing", sharing);
      await next();
      if (!sharing.audience || version === undefined) return undefined;
      const { res } = context;
      const made = toPage(Buffer.from(await res.arrayBuffer()), res.headers, version, madeAt);
      kept.set(url, new Map(kept.peek(url)).set(sharing.audience, made));
      return made;
    }
  };

  return { answer, keeping };
}

function sizeOf(pages: Pages, path: string) {
  // Its compressed forms come later; together they are less than half of a page.
  const sizes = Array.from(pages.values(), ({ body, headers }) => Math.ceil(1.5 * body.length) + headers.join().length);
  return sizes.reduce((sum, size) => sum + size, path.length);
}

function toPage(body: Bytes, said: Headers, version: string, madeAt: number): Page {
  const headers = new Headers(said);
  headers.delete("content-length");
  // Weak, because it names what the page says, whatever form it comes in.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  headers.set("etag", etag);
  headers.append("vary", "Accept-Encoding");
  return { body, forms: {}, headers: [...headers].flat(), etag, version, madeAt, seenAt: madeAt };
}

function answerOf(page: Page, { headers }: IncomingMessage) {
  const known = headers["if-none-match"]?.split(",").some((tag) => tag.trim() === page.etag);
  if (known) return { status: 304, headers: page.headers, body: undefined };
  const encoding = encodingFor(headers["accept-encoding"]);
  page.forms[encoding] ??= toForm(page, encoding);
  return { status: 200, ...page.forms[encoding] };
}

function toForm(page: Page, encoding: Encoding) {
  const body = encoders[encoding](page.body);
  const headers = [...page.headers, "content-length", String(body.length)];
  if (encoding !== "identity") headers.push("content-encoding", encoding);
  return { body, headers };
}

function encodingFor(accepted = ""): Encoding {
  const names = accepted
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}

function write(page: Page, request: IncomingMessage, response: ServerResponse) {
  const { status, headers, body } = answerOf(page, request);
  const said = headers.indexOf("cache-control") + 1;
  response.writeHead(status, isFetchedAhead(request) ? headers.with(said, fetchedAhead) : headers);
  response.end(body);
  return true;
}

function pairs(flat: string[]) {
  return flat.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, flat[index + 1] ?? ""]]));
}
