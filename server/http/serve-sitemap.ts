import type { Handler } from "hono";
import { readShownVersion } from "#shop/catalog/lists/index/current-index.ts";
import { createFileKeeper } from "#shop/feeds/kept-files.ts";
import { sitemap } from "#shop/feeds/sitemap.ts";
import type { Shop } from "#shop/shop.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { answerKept } from "./serve-kept-file.ts";

/** Answers `GET /sitemap.xml`, and its parts, of which each is made once until the catalog changes. See docs/decisions/0380. */
export function serveSitemap(shop: Shop): Handler<HttpEnv> {
  const keeper = createFileKeeper(shop, () => readShownVersion(shop.db));
  return async (context, next) => {
    const part = context.req.query("part");
    await shop.refreshSettings();
    const file = await sitemap(shop, part === undefined ? undefined : Number(part));
    return file ? answerKept(context, { file, keeper, shopUrl: shop.settings.shopUrl }) : next();
  };
}
