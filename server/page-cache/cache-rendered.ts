import type { MiddlewareHandler } from "hono";
import type { Shop } from "#shop/shop.ts";
import { type Cacheability, hasOwnPages } from "#web/cacheability.ts";
import { CachedPage } from "./cached-page.ts";
import { away, type DatabaseWatch } from "./database-watch.ts";
import type { HttpEnv } from "./http-env.ts";
import { isNew, isReading, type KeptPage, type KeptPages, renewalMs } from "./kept-pages.ts";
import type { FindPageAddress } from "./page-address.ts";
import { readPageVersion } from "./page-version.ts";

type Context = Parameters<MiddlewareHandler<HttpEnv>>[0];

interface Rendering {
  shop: Shop;
  pages: KeptPages;
  database: DatabaseWatch;
  findPageAddress: FindPageAddress;
}

interface StartedPage {
  /** On the clock of `performance`. */
  startedAt: number;
  page: Promise<KeptPage | undefined>;
}

/**
 * Caches public pages as they are rendered. Visitors who ask for a page while it is being rendered get that one, also if their turn comes when it is done.
 * One that takes longer than a second may lack what was saved since it began, so the next visitor's request renders the page again. Where rendering
 * meets an outage, it answers with the page that is kept.
 */
export function cacheRendered({ shop, pages, database, findPageAddress }: Rendering): MiddlewareHandler<HttpEnv> {
  const rendering = new Map<string, StartedPage>();

  return async (context, next) => {
    const { incoming } = context.env;
    const address = isReading(incoming) ? findPageAddress(incoming.url ?? "") : undefined;
    context.set("pageAddress", address);
    if (address === undefined) return next();
    const render = () => renderUnlessAway(context, address, next);
    const kept = await (incoming.method === "GET" ? makeOnce(context, address, render) : render());
    const isUnavailable = !kept && context.res.status === 503;
    const answer = kept
      ? pages.answerTo(incoming, address, kept)
      : isUnavailable && pages.staleAnswerTo(incoming, address);
    if (!answer) return;
    context.res = undefined;
    context.res = new Response(answer.body, { status: answer.status, headers: pairs(answer.headers) });
  };

  /** Renders the page, unless that would only wait for the database, and there is something to show without it. */
  async function renderUnlessAway(context: Context, address: string, next: () => Promise<void>) {
    const isAway = database.isAway(() => readPageVersion(shop, address));
    if (isAway && pages.hasStale(context.env.incoming, address)) context.res = new Response(null, { status: 503 });
    else await next();
  }

  async function makeOnce(context: Context, address: string, render: () => Promise<void>) {
    if (hasOwnPages(context.env.incoming.headers.cookie)) return make(context, address, render);
    const pending = rendering.get(address);
    if (pending && performance.now() - pending.startedAt < renewalMs)
      return (await pending.page.catch(() => undefined)) ?? render();
    const kept = pages.get(address, "visitors");
    if (kept && isNew(kept)) return kept;
    const own = { startedAt: performance.now(), page: make(context, address, render) };
    rendering.set(address, own);
    return own.page.finally(() => {
      if (rendering.get(address) === own) rendering.delete(address);
    });
  }

  async function make(context: Context, address: string, render: () => Promise<void>) {
    const { incoming } = context.env;
    const renderedAt = performance.now();
    const version = await database.ask(readPageVersion(shop, address)).catch(() => undefined);
    const cacheability: Cacheability = {};
    context.set("cacheability", cacheability);
    context.set("isCached", true);
    await render();
    const { variant } = cacheability;
    // A page that is gone isn't shown in an outage either.
    const isGone = ![200, 503].includes(context.res.status) && !hasOwnPages(incoming.headers.cookie);
    if (isGone) pages.delete(address);
    if (!variant || version === undefined || version === away) return undefined;
    const page = new CachedPage(Buffer.from(await context.res.arrayBuffer()), context.res.headers, incoming);
    const kept: KeptPage = { page, version, renderedAt, checkedAt: renderedAt };
    pages.set(address, variant, kept);
    return kept;
  }
}

function pairs(flat: string[]) {
  return flat.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, flat[index + 1] ?? ""]]));
}
