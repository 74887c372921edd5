import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { mayBeSignedIn } from "#shop/accounts/accounts.ts";
import type { Shop } from "#shop/open-shop.ts";
import { type Answer, KeptPage } from "./kept-page.ts";
import { requestIds } from "./log.ts";
import { readPageVersion } from "./page-version.ts";
import { type Audience, readAudience, type Sharing } from "./shared-page.ts";

/** Milliseconds for which a page is shown without looking whether it is still the newest. */
const unasked = 250;
/** Milliseconds after which a page is made anew though nothing seems to have changed: somebody may work in the database. */
const oldest = 5000;
/** Bytes of all pages that are kept. */
const capacity = 24 * 1024 * 1024;

/** What the rest of the shop is told, and tells, about a page that it makes. */
export interface KeepingEnv {
  Bindings: HttpBindings;
  Variables: { sharing?: Sharing };
}

interface Kept {
  page: KeptPage;
  version: string;
  /** On the clock of `performance`. */
  madeAt: number;
  /** When the version was last seen to be the newest. */
  seenAt: number;
  /** The look that is going on now. */
  looking?: Promise<boolean>;
}

/** What is kept for one path. */
type Shelf = Map<Audience, Kept>;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Keeps whole pages, compressed, and answers with them before anything else of the shop is asked: those that all visitors without
 * a session see alike, and what signed-in shoppers see alike, once their session is found to be good. A page is shown while its
 * version stays the same, which is looked up when it is asked for, four times a second at most. Every process keeps and looks for itself.
 */
export function createPageCache(shop: Shop) {
  const shelves = new LRUCache<string, Shelf>({ maxSize: capacity, sizeCalculation: sizeOf });
  const making = new Map<string, Promise<Kept | undefined>>();

  /** Answers a request from memory. @returns whether it did */
  function answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const { method, url = "", headers } = request;
    if ((method !== "GET" && method !== "HEAD") || headers.range) return false;
    const shelf = shelves.get(url);
    if (!shelf) return false;
    if (!mayBeSignedIn(headers.cookie)) return show(shelf, "visitors", request, response);
    return readAudience(shop, headers).then(
      (audience) => audience !== undefined && show(shelf, audience, request, response),
      () => false,
    );
  }

  function show(shelf: Shelf, audience: Audience, request: IncomingMessage, response: ServerResponse) {
    const { url = "" } = request;
    const kept = shelf.get(audience);
    const now = performance.now();
    if (!kept || now - kept.madeAt > oldest) return false;
    if (now - kept.seenAt < unasked) return write(answerTo(request, kept), response);
    return isNewest(url, kept).then((newest) => {
      if (newest) return write(answerTo(request, kept), response);
      if (shelf.get(audience) === kept) shelf.delete(audience);
      return false;
    });
  }

  /** One look at a time: whoever asks meanwhile waits for it. */
  function isNewest(path: string, kept: Kept) {
    kept.looking ??= readPageVersion(shop, path)
      .then((version) => version === kept.version)
      .catch(() => false)
      .finally(() => {
        kept.looking = undefined;
        kept.seenAt = performance.now();
      });
    return kept.looking;
  }

  /** A page that is asked for in another encoding takes more room from then on. */
  function answerTo(request: IncomingMessage, { page }: Kept) {
    const { size } = page;
    const answer = page.answerTo(request);
    const shelf = page.size > size && shelves.peek(request.url ?? "");
    if (shelf) shelves.set(request.url ?? "", shelf);
    return answer;
  }

  /** Keeps what the rest of the shop answers, if it may be kept. Visitors who ask for one page at once wait for the first. */
  const keeping: MiddlewareHandler<KeepingEnv> = async (context, next) => {
    const { incoming } = context.env;
    const { method, url = "", headers } = incoming;
    if (method !== "GET" || headers.range) return next();
    const alone = mayBeSignedIn(headers.cookie);
    const others = alone ? undefined : making.get(url);
    const made = others?.catch(() => undefined) ?? make();
    if (!alone && !others) making.set(url, made);
    const kept = await made.finally(() => alone || others || making.delete(url));
    if (!kept) return others && next();
    const { status, headers: said, body } = answerTo(incoming, kept);
    context.res = undefined;
    context.res = new Response(body, { status, headers: pairs(said) });

    async function make() {
      const madeAt = performance.now();
      const version = await readPageVersion(shop, url).catch(() => undefined);
      const sharing: Sharing = {};
      context.set("sharing", sharing);
      await next();
      if (!sharing.audience || version === undefined) return undefined;
      const page = new KeptPage(Buffer.from(await context.res.arrayBuffer()), context.res.headers, incoming);
      const kept: Kept = { page, version, madeAt, seenAt: madeAt };
      shelves.set(url, new Map(shelves.peek(url)).set(sharing.audience, kept));
      return kept;
    }
  };

  return { answer, keeping };
}

function sizeOf(shelf: Shelf, path: string) {
  let size = path.length;
  for (const { page } of shelf.values()) size += page.size;
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
