import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";

/** Milliseconds for which a page is shown without looking whether it is still the newest. */
const unasked = 250;
/** Milliseconds after which a page is rendered anew though nothing seems to have changed: somebody may work in the database. */
const oldest = 5000;
/** Bytes of all pages that are kept. */
const capacity = 48 * 1024 * 1024;

interface PageCacheOptions {
  /** What a path's page follows from: another version means another page. Rejects when nobody can tell. */
  readVersion: (path: string) => Promise<string>;
  /** Whether a request's cookies may be those of somebody who is signed in. */
  mayBeSignedIn: (cookies: string) => boolean;
  /** The `Cache-Control` of answers that are the same for everybody else. */
  shared: string;
}

/** A page as it is kept. */
interface Page {
  body: Bytes;
  /** The body as it was asked for so far, each made once, and the headers that are its own. */
  forms: Partial<Record<Encoding, { body: Bytes; headers: string[] }>>;
  /** Names and values by turns, as Node writes them. */
  headers: string[];
  etag: string;
  version: string;
  /** When the version was last seen to be the newest, on the clock of `performance`. */
  seenAt: number;
  /** The look that is going on now. */
  looking?: Promise<boolean>;
}

type Bytes = Buffer<ArrayBuffer>;
type Encoding = keyof typeof encoders;

const encoders = {
  br: (body: Bytes) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Bytes) => gzipSync(body),
  identity: (body: Bytes) => body,
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Keeps whole pages, compressed, for visitors without a session, and answers for them before anything else of the shop is asked.
 * A page is shown while its version stays the same, which is looked up when it is asked for, four times a second at most. The
 * pages of one process are nobody else's concern: every process looks for itself.
 */
export function createPageCache({ readVersion, mayBeSignedIn, shared }: PageCacheOptions) {
  const pages = new LRUCache<string, Page>({
    maxSize: capacity,
    ttl: oldest,
    // Its compressed forms come later; together they are less than half of it.
    sizeCalculation: ({ body, headers }, path) => Math.ceil(1.5 * body.length) + headers.join().length + path.length,
  });
  const rendering = new Map<string, Promise<Page | undefined>>();

  function isFromEverybody({ headers: { cookie, authorization, range } }: IncomingMessage) {
    return !authorization && !range && !(cookie && mayBeSignedIn(cookie));
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

  async function keep(path: string, render: () => Promise<Response>) {
    const seenAt = performance.now();
    const version = await readVersion(path).catch(() => undefined);
    const response = await render();
    if (version === undefined || response.status !== 200 || response.headers.get("cache-control") !== shared) return;
    const page = toPage(Buffer.from(await response.arrayBuffer()), response.headers, { version, seenAt });
    pages.set(path, page);
    return page;
  }

  return {
    /** Answers a request from memory. @returns whether it did */
    answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
      const { method, url = "" } = request;
      const page = (method === "GET" || method === "HEAD") && isFromEverybody(request) ? pages.get(url) : undefined;
      if (!page) return false;
      if (performance.now() - page.seenAt < unasked) return write(page, request, response);
      return isNewest(url, page).then((newest) => {
        if (newest) return write(page, request, response);
        if (pages.peek(url) === page) pages.delete(url);
        return false;
      });
    },

    /** Keeps what the rest of the shop answers, if it may be kept. Several who ask for one page at once wait for the first. */
    keeping: (async (context, next) => {
      const { incoming } = context.env;
      const { method, url = "" } = incoming;
      if (method !== "GET" || !isFromEverybody(incoming)) return next();
      const others = rendering.get(url);
      const kept = others?.catch(() => undefined) ?? keep(url, () => next().then(() => context.res));
      if (!others) rendering.set(url, kept);
      const page = await kept.finally(() => others || rendering.delete(url));
      if (!page) return others && next();
      const { status, headers, body } = answerOf(page, incoming);
      context.res = undefined;
      context.res = new Response(body, { status, headers: pairs(headers) });
    }) satisfies MiddlewareHandler<{ Bindings: HttpBindings }>,
  };
}

function toPage(body: Bytes, said: Headers, { version, seenAt }: Pick<Page, "version" | "seenAt">): Page {
  const headers = new Headers(said);
  headers.delete("content-length");
  // Weak, because it names what the page says, whatever form it comes in.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  headers.set("etag", etag);
  headers.append("vary", "Accept-Encoding");
  return { body, forms: {}, headers: [...headers].flat(), etag, version, seenAt };
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
  response.writeHead(status, headers);
  response.end(body);
  return true;
}

function pairs(flat: string[]) {
  return flat.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, flat[index + 1] ?? ""]]));
}
