import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { hasSessionCookie } from "#shop/accounts/accounts.ts";
import type { Shop } from "#shop/shop.ts";
import { type Cacheability, type CacheVariant, readCacheVariant } from "#web/cacheability.ts";
import { requestIds } from "../observability/log.ts";
import { type Answer, CachedPage } from "./cached-page.ts";
import type { FindPageAddress } from "./page-address.ts";
import { readPageVersion } from "./page-version.ts";

/** A page is served for so long before its version is looked up again. */
const versionCheckIntervalMs = 250;
/** A page is rendered again after so long though its version is the same: the owner may edit the database by hand. */
const maxAgeMs = 5000;
/** Of all cached pages. */
const maxBytes = 24 * 1024 * 1024;
/** About what a cached page takes in addition to its headers and body. */
const overheadBytes = 1024;

/** What the middleware and the handlers of a request tell each other. */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    cacheability?: Cacheability;
    /** Whether the page cache compresses and caches the answer, if it is public. */
    isCached?: boolean;
    /** The one address of the public page that is asked for, if it is one. */
    pageAddress?: string;
    /** What kept the database from saying who asks. */
    outage?: DatabaseUnavailableError;
  };
}

interface CachedVersion {
  page: CachedPage;
  version: string;
  /** On the clock of `performance`. */
  renderedAt: number;
  /** When the version was last found to be the newest. */
  checkedAt: number;
  /** The check that is in progress. */
  versionCheck?: Promise<boolean>;
}

/** The cached versions of the page at one address, by variant. */
type CacheEntry = Map<CacheVariant, CachedVersion>;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Caches whole public pages, compressed, and answers with them before Hono runs: one version for all visitors without a session, and one for
 * each other variant, whose session is checked first. A page is served while its version is the newest, which is looked up when the page is asked for,
 * four times a second at most. Each process has a cache of its own. See docs/decisions/0038.
 */
export function createPageCache(shop: Shop, findPageAddress: FindPageAddress) {
  const entries = new LRUCache<string, CacheEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<CachedVersion | undefined>>();

  /** Answers a request from the cache. @returns whether it did */
  function answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const { method, url = "", headers } = request;
    if ((method !== "GET" && method !== "HEAD") || headers.range) return false;
    const address = findPageAddress(url);
    if (address === undefined || !entries.has(address)) return false;
    if (!hasSessionCookie(headers.cookie)) return show(address, "visitors", request, response);
    return readCacheVariant(shop, headers).then(
      (variant) => variant !== undefined && show(address, variant, request, response),
      () => false,
    );
  }

  function show(address: string, variant: CacheVariant, request: IncomingMessage, response: ServerResponse) {
    const entry = entries.get(address);
    const cached = entry?.get(variant);
    const now = performance.now();
    if (!cached || now - cached.renderedAt > maxAgeMs) return false;
    if (now - cached.checkedAt < versionCheckIntervalMs) return write(answerTo(request, address, cached), response);
    return isNewest(shop, address, cached).then((newest) => {
      if (newest) return write(answerTo(request, address, cached), response);
      if (entry?.get(variant) === cached) entry.delete(variant);
      return false;
    });
  }

  /** A page that is asked for in another encoding is larger from then on. */
  function answerTo(request: IncomingMessage, address: string, { page }: CachedVersion) {
    const { size } = page;
    const answer = page.answerTo(request);
    const entry = page.size > size && entries.peek(address);
    if (entry) entries.set(address, entry);
    return answer;
  }

  /** Caches public pages as they are rendered. Visitors who ask for a page while it is being rendered wait for it. */
  const cachePages: MiddlewareHandler<HttpEnv> = async (context, next) => {
    const { incoming } = context.env;
    const { method, url = "", headers } = incoming;
    const address = /^(GET|HEAD)$/.test(method ?? "") ? findPageAddress(url) : undefined;
    context.set("pageAddress", address);
    if (address === undefined || method !== "GET" || headers.range) return next();
    const hasCookie = hasSessionCookie(headers.cookie);
    const pending = hasCookie ? undefined : rendering.get(address);
    const made = pending?.catch(() => undefined) ?? make(address);
    if (!hasCookie && !pending) rendering.set(address, made);
    const cached = await made.finally(() => hasCookie || pending || rendering.delete(address));
    if (!cached) return pending && next();
    const { status, headers: said, body } = answerTo(incoming, address, cached);
    context.res = undefined;
    context.res = new Response(body, { status, headers: pairs(said) });

    async function make(address: string) {
      const renderedAt = performance.now();
      const version = await readPageVersion(shop, address).catch(() => undefined);
      const cacheability: Cacheability = {};
      context.set("cacheability", cacheability);
      context.set("isCached", true);
      await next();
      if (!cacheability.variant || version === undefined) return undefined;
      const page = new CachedPage(Buffer.from(await context.res.arrayBuffer()), context.res.headers, incoming);
      const cached: CachedVersion = { page, version, renderedAt, checkedAt: renderedAt };
      entries.set(address, new Map(entries.peek(address)).set(cacheability.variant, cached));
      return cached;
    }
  };

  return { answer, cachePages };
}

/** One check at a time: other requests wait for its result. */
function isNewest(shop: Shop, address: string, cached: CachedVersion) {
  cached.versionCheck ??= readPageVersion(shop, address)
    .then((version) => version === cached.version)
    .catch(() => false)
    .finally(() => {
      cached.versionCheck = undefined;
      cached.checkedAt = performance.now();
    });
  return cached.versionCheck;
}

function sizeOf(entry: CacheEntry, address: string) {
  let size = address.length + overheadBytes;
  for (const { page } of entry.values()) size += page.size + overheadBytes;
  return size;
}

function write({ status, headers, body }: Answer, response: ServerResponse) {
  response.writeHead(status, [...headers, "X-Request-Id", requestIds.getStore() ?? ""]);
  response.end(body);
  return true;
}

function pairs(flat: string[]) {
  return flat.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, flat[index + 1] ?? ""]]));
}
