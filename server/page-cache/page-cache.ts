import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { Shop } from "#shop/shop.ts";
import { type CacheVariant, hasOwnPages, readCacheVariant } from "#web/cacheability.ts";
import { requestIds } from "../observability/log.ts";
import { cacheRendered } from "./cache-rendered.ts";
import type { Answer } from "./cached-page.ts";
import { away, DatabaseWatch } from "./database-watch.ts";
import { isFresh, isReading, type KeptPage, KeptPages, takeRenewal } from "./kept-pages.ts";
import type { FindPageAddress } from "./page-address.ts";
import { readPageVersion } from "./page-version.ts";

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Caches whole public pages, compressed, and answers with them before Hono runs: one version for all visitors without a session, and one for
 * each other variant, whose session is checked first. A page is served while its version is the newest, which is looked up when the page is asked for,
 * four times a second at most. While the database is away, the last version is served. Each process has a cache of its own. See
 * docs/decisions/0038 and docs/decisions/0236.
 */
export function createPageCache(
  shop: Shop,
  findPageAddress: FindPageAddress,
  logOutage: (outage: DatabaseUnavailableError) => void,
) {
  const pages = new KeptPages();
  const database = new DatabaseWatch(logOutage);
  const isAway = (address: string) => database.isAway(() => readPageVersion(shop, address));

  function keptAddress(request: IncomingMessage) {
    const address = isReading(request) ? findPageAddress(request.url ?? "") : undefined;
    return address !== undefined && pages.has(address) ? address : undefined;
  }

  /** Answers a visitor's request from the cache without looking anything up, which takes no promise. See docs/decisions/0362. @returns whether it could */
  function answerAtOnce(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const address = isReading(request) ? findPageAddress(request.url ?? "") : undefined;
    if (address === undefined || hasOwnPages(request.headers.cookie) || isAway(address)) return false;
    const kept = pages.get(address, "visitors");
    return kept !== undefined && isFresh(kept) && write(pages.answerTo(request, address, kept), response, requestId);
  }

  /** Answers a request from the cache. @returns whether it did */
  function answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const address = keptAddress(request);
    if (address === undefined) return false;
    if (isAway(address)) return showStale(address, request, response);
    const { headers } = request;
    if (!hasOwnPages(headers.cookie)) return show(address, "visitors", request, response);
    return database.ask(readCacheVariant(shop, headers)).then(
      (variant) => {
        if (variant === away) return showStale(address, request, response);
        return variant !== undefined && show(address, variant, request, response);
      },
      () => false,
    );
  }

  function show(address: string, variant: CacheVariant, request: IncomingMessage, response: ServerResponse) {
    const kept = pages.get(address, variant);
    if (!kept || takeRenewal(kept)) return false;
    if (isFresh(kept)) return write(pages.answerTo(request, address, kept), response);
    return isNewest(shop, database, address, kept).then((newest) => {
      if (newest === away) return showStale(address, request, response);
      return newest && write(pages.answerTo(request, address, kept), response);
    });
  }

  function showStale(address: string, request: IncomingMessage, response: ServerResponse) {
    const answer = pages.staleAnswerTo(request, address);
    return answer !== undefined && write(answer, response);
  }

  return {
    answer,
    answerAtOnce,
    cachePages: cacheRendered({ shop, pages, database, findPageAddress }),
    hasPages: () => pages.hasAnyStale(),
  };
}

/** One check at a time: other requests wait for its result. */
function isNewest(shop: Shop, database: DatabaseWatch, address: string, kept: KeptPage) {
  kept.versionCheck ??= database
    .ask(readPageVersion(shop, address))
    .then((version) => {
      if (version === away) return away;
      const isNewest = version === kept.version;
      if (isNewest) kept.checkedAt = performance.now();
      return isNewest;
    })
    .catch(() => false)
    .finally(() => {
      kept.versionCheck = undefined;
    });
  return kept.versionCheck;
}

function write({ status, headers, body }: Answer, response: ServerResponse, requestId = requestIds.getStore() ?? "") {
  response.writeHead(status, [...headers, "X-Request-Id", requestId]);
  response.end(body);
  return true;
}
