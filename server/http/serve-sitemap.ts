import type { Handler } from "hono";
import { createFileKeeper } from "#shop/feeds/kept-files.ts";
import { sitemap } from "#shop/feeds/sitemap.ts";
import type { Shop } from "#shop/shop.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { readPageVersion } from "../page-cache/page-version.ts";
import { answerKept } from "./serve-kept-file.ts";

/** Answers `GET /sitemap.xml`, and its parts, of which each is made once until the catalog changes. See docs/decisions/0377. */
export function serveSitemap(shop: Shop): Handler<HttpEnv> {
  const keeper = createFileKeeper(shop);
  return async (context, next) => {
    const part = context.req.query("part");
    // Read first, so that a change that comes between makes the next version.
    const version = await readPageVersion(shop, context.req.path);
    const file = await sitemap(shop, part === undefined ? undefined : Number(part));
    if (!file) return next();
    return answerKept(context, { file, keeper, readVersion: async () => version, shopUrl: shop.settings.shopUrl });
  };
}
