import { join, relative } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { sql } from "kysely";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Shop } from "#shop/open-shop.ts";
import { projectFolder } from "./config.ts";
import { clientAddressContext, shopContext } from "./request-context.ts";

const largestBody = 512 * 1024;
const oneDay = 24 * 60 * 60;
const oneYear = 365 * oneDay;

interface HttpOptions {
  shop: Shop;
  /** The pages that React Router built, or a way to the newest ones while they are being developed. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
}

/** Answers every request: health, files, and then the pages of the web. */
export function createHttp({ shop, build, mode }: HttpOptions) {
  const renderPage = createRequestHandler(build, mode);
  const http = new Hono<{ Bindings: HttpBindings }>();

  http.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "strict-origin-when-cross-origin");
  });
  http.get("/healthz", async (context) => {
    const healthy = await isHealthy(shop);
    return context.json({ status: healthy ? "ok" : "database unavailable" }, healthy ? 200 : 503);
  });
  http.use(compress());
  http.get("/assets/*", files("build/client", oneYear, "immutable"));
  http.get("/pictures/*", files("catalog", oneDay));
  http.get("*", files("build/client", oneDay));
  http.use(bodyLimit({ maxSize: largestBody }));
  http.all("*", (context) => {
    const provided = new RouterContextProvider();
    provided.set(shopContext, shop);
    provided.set(clientAddressContext, context.env.incoming.socket.remoteAddress ?? "");
    return renderPage(withPublicScheme(context, shop.settings.shopUrl), provided);
  });
  return http;
}

function files(folder: string, seconds: number, extra?: string) {
  const cacheControl = [`public, max-age=${seconds}`, extra].filter(Boolean).join(", ");
  return serveStatic({
    root: relative(process.cwd(), join(projectFolder, folder)) || ".",
    index: "no-index",
    onFound: (_path, context) => context.header("Cache-Control", cacheControl),
  });
}

async function isHealthy({ db }: Shop) {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

/**
 * A proxy in front of the shop speaks https with shoppers and http with us. React Router compares the origin of a form with
 * the address of its request, scheme included, so the request gets the scheme of the shop's public address.
 */
function withPublicScheme({ req: { raw } }: Context, shopUrl: string) {
  const url = new URL(raw.url);
  const shop = new URL(shopUrl);
  if (url.host !== shop.host || url.protocol === shop.protocol) return raw;
  url.protocol = shop.protocol;
  return new Request(url, raw);
}
