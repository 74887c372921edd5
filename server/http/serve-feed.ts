import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Context, Handler } from "hono";
import { createFeedKeeper, feeds } from "#shop/feeds/kept-feeds.ts";
import type { Shop } from "#shop/shop.ts";
import { version as ownVersion } from "../environment/version.ts";
import { acceptedEncodings } from "../page-cache/content-encoding.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";

/**
 * Answers `GET /feeds/:file` with all that shoppers see, for other programs. A client that already has the newest feed gets 304, and nothing is read.
 * A request without the key that the owner asks for gets 404, and so does every request while the feeds are off.
 */
export function serveFeed(shop: Shop): Handler<HttpEnv> {
  const keeper = createFeedKeeper(shop);
  return async (context, next) => {
    const { file = "" } = context.req.param();
    const feed = Object.hasOwn(feeds, file) ? feeds[file] : undefined;
    if (!feed || !mayRead(context, shop)) return next();
    const version = await keeper.readVersion(file);
    const tag = tagOf([file, version, shop.settings.shopUrl, ownVersion]);
    context.header("ETag", tag);
    context.header("Vary", "Accept-Encoding");
    context.header("Cache-Control", `${shop.settings.feeds.access === "key" ? "private, " : ""}no-cache`);
    if (knows(context, tag)) return context.body(null, 304);
    context.header("Content-Type", feed.type);
    // Hono answers HEAD by way of GET.
    if (context.req.method === "HEAD") return context.body(null);
    const stream = await keeper.open(file, version);
    return context.body(Readable.toWeb(forClient(context, stream)) as ReadableStream);
  };
}

/** Sends the packed file as it is to those who unpack it themselves. */
function forClient(context: Context<HttpEnv>, stream: Readable) {
  if (acceptedEncodings(context.req.header("accept-encoding")).includes("gzip")) {
    context.header("Content-Encoding", "gzip");
    return stream;
  }
  // Who hangs up destroys both.
  return pipeline(stream, createGunzip(), () => {});
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

/** Weak: two makings of one version may differ in details, such as when a sale began. */
function tagOf(parts: string[]) {
  return `W/"${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}"`;
}

function knows({ req }: Context<HttpEnv>, tag: string) {
  const known = req.header("if-none-match") ?? "";
  return known === "*" || known.includes(tag.slice(2));
}
