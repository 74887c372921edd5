import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { hasSessionCookie } from "#shop/accounts/accounts.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import type { CacheVariant } from "#web/cacheability.ts";
import { stalePagesShown } from "../observability/stale-pages.ts";
import type { Answer, CachedPage } from "./cached-page.ts";
import type { away } from "./database-watch.ts";
import { maxStaleSeconds } from "./shared-caches.ts";

/** A page is served for so long before its version is looked up again. */
const versionCheckIntervalMs = 250;
/** A page is rendered again after so long though its version is the same: the owner may edit the database by hand. */
const maxAgeMs = 5000;
/** While one request renders it again, the others get the kept page for so long, or wait for the new one if they ask within that time. */
export const renewalMs = 1000;
/** Of all kept pages. */
const maxBytes = 24 * 1024 * 1024;
/** About what a page takes in addition to its headers and body. */
const overheadBytes = 1024;

export interface KeptPage {
  page: CachedPage;
  version: string;
  /** On the clock of `performance`. */
  renderedAt: number;
  /** Whether a request renders it again. */
  isBeingRenewed?: boolean;
  /** When the version was last the newest. */
  checkedAt: number;
  /** The check that is in progress. */
  versionCheck?: Promise<boolean | typeof away>;
}

/** The versions of the page at one address, by variant. */
type Entry = Map<CacheVariant, KeptPage>;

/** What may be shown when nobody can say who asks: to customers, what they share, also in place of their own page. */
const variantsInOutages: Record<"visitor" | "customer", CacheVariant[]> = {
  visitor: ["visitors"],
  customer: ["customers", "unverified customers", "visitors"],
};

/** The public pages that a process has in memory. Those that were asked for longest ago make room. */
export class KeptPages {
  readonly #entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf });

  has(address: string) {
    return this.#entries.has(address);
  }

  get(address: string, variant: CacheVariant) {
    return this.#entries.get(address)?.get(variant);
  }

  set(address: string, variant: CacheVariant, kept: KeptPage) {
    this.#entries.set(address, new Map(this.#entries.peek(address)).set(variant, kept));
  }

  delete(address: string) {
    this.#entries.delete(address);
  }

  answerTo(request: IncomingMessage, address: string, { page }: KeptPage) {
    const { size } = page;
    const answer = page.answerTo(request);
    this.#measure(address, page, size);
    return answer;
  }

  /** What can be shown of the page while the database is away; undefined for a page that isn't kept, or hasn't been the newest for too long. */
  staleAnswerTo(request: IncomingMessage, address: string): Answer | undefined {
    const page = this.#findStale(request, address);
    if (!page) return undefined;
    const { size } = page;
    const answer = page.staleAnswerTo(request);
    stalePagesShown.publish(undefined);
    this.#measure(address, page, size);
    return answer;
  }

  hasStale(request: IncomingMessage, address: string) {
    return this.#findStale(request, address) !== undefined;
  }

  /** Whether there is any page to show while the database is away. */
  hasAnyStale() {
    return [...this.#entries.values()].some((entry) => [...entry.values()].some(isRecent));
  }

  #findStale({ headers }: IncomingMessage, address: string) {
    // It would say that a cart without scripts is empty.
    if (/^\/cart(\?|$)/.test(address) && hasCartCookie(headers.cookie)) return undefined;
    const entry = this.#entries.get(address);
    const variants = variantsInOutages[hasSessionCookie(headers.cookie) ? "customer" : "visitor"];
    return variants.map((variant) => entry?.get(variant)).find((kept) => kept && isRecent(kept))?.page;
  }

  /** A page that is asked for in another encoding is larger from then on. */
  #measure(address: string, { size }: CachedPage, sizeBefore: number) {
    const entry = size > sizeBefore && this.#entries.peek(address);
    if (entry) this.#entries.set(address, entry);
  }
}

/** Whether a request asks for a whole page, or for what it would say of itself. */
export function isReading({ method, headers }: IncomingMessage) {
  return (method === "GET" || method === "HEAD") && !headers.range;
}

/** Whether a page is served without looking its version up. */
export function isFresh(kept: KeptPage) {
  return performance.now() - kept.checkedAt < versionCheckIntervalMs && !isTooOld(kept);
}

/** Whether another request has rendered the page so lately that its version needn't be looked up. */
export function isNew({ renderedAt }: KeptPage) {
  return performance.now() - renderedAt < versionCheckIntervalMs;
}

/**
 * Whether the request that asks has to render the page again. Under load, each of those that ask until it is done would do it too. See docs/decisions/0386.
 */
export function takeRenewal(kept: KeptPage) {
  if (!isTooOld(kept)) return false;
  kept.isBeingRenewed = true;
  return true;
}

function isTooOld({ renderedAt, isBeingRenewed }: KeptPage) {
  return performance.now() - renderedAt > (isBeingRenewed ? maxAgeMs + renewalMs : maxAgeMs);
}

function isRecent({ checkedAt }: KeptPage) {
  return performance.now() - checkedAt < 1000 * maxStaleSeconds;
}

function sizeOf(entry: Entry, address: string) {
  let size = address.length + overheadBytes;
  for (const { page } of entry.values()) size += page.size + overheadBytes;
  return size;
}
