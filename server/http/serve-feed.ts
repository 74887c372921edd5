import { createHash } from "node:crypto";
import type { Context, Handler } from "hono";
import { readCatalogVersion } from "#shop/changes/catalog-version.ts";
import { feeds } from "#shop/feeds/feeds.ts";
import { createFileKeeper } from "#shop/feeds/kept-files.ts";
import type { Shop } from "#shop/shop.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import { answerKept } from "./serve-kept-file.ts";

/**
 * Answers `GET /feeds/:file` with all that shoppers see, for other programs. A request without the key that the owner asks for gets 404, and so does
 * every request while the feeds are off.
 */
export function serveFeed(shop: Shop): Handler<HttpEnv> {
  const keeper = createFileKeeper(shop);
  const readVersion = async () => {
    const version = await readCatalogVersion(shop.db);
    await shop.refreshSettings(version);
    return version;
  };
  return (context, next) => {
    const { file = "" } = context.req.param();
    const feed = Object.hasOwn(feeds, file) ? feeds[file] : undefined;
    if (!feed || !mayRead(context, shop)) return next();
    const { shopUrl, feeds: access } = shop.settings;
    const written = { path: `/feeds/${file}`, type: feed.type, write: () => feed.write(shop) };
    return answerKept(context, { file: written, keeper, readVersion, shopUrl, isPrivate: access.access === "key" });
  };
}

function mayRead({ req }: Context<HttpEnv>, { settings: { feeds: access } }: Pick<Shop, "settings">) {
  if (access.access !== "key") return access.access === "public";
  return access.key !== undefined && isSame(req.query("key") ?? "", access.key);
}

/** Takes as long for any text. */
function isSame(given: string, key: string) {
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  return hash(given) === hash(key);
}
