import { join, relative } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { except } from "hono/combine";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { cartBytesLimit } from "#shop/cart/saved-cart.ts";
import { isOutage } from "#shop/is-outage.ts";
import { orderBytesLimit } from "#shop/orders/order-form.ts";
import type { Shop } from "#shop/shop.ts";
import { sharingContext } from "#web/public-page.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";
import { requestIds } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { encode, encodingFor } from "../page-cache/encodings.ts";
import type { HttpEnv, PageCache } from "../page-cache/page-cache.ts";
import { isPrefetch, prefetchCacheControl } from "../page-cache/prefetch.ts";
import { type Config, projectFolder } from "../process/config.ts";
import { clientAddress } from "./client-address.ts";
import { findBrandFilters, suggestProducts } from "./find-in-catalog.ts";
import { createHealthCheck } from "./health.ts";
import { keepCart } from "./keep-cart.ts";
import { answerOutages, createOutageLog, outageContext, sayWhenBack } from "./outages.ts";
import { ownerScreens } from "./owner-screens.ts";
import { securityHeaders } from "./security-headers.ts";
import { servePicture } from "./serve-picture.ts";
import { takeOrder } from "./take-order.ts";
import { eventBytesLimit, takePaymentEvent } from "./take-payment-event.ts";
import { tellGoods } from "./tell-goods.ts";

// The longest form that people fill in has less than 2 KB.
const largestForm = 16 * 1024;
// An answer to a message may have 5,000 characters, each of which becomes up to 9 bytes in a form.
const largestOwnersForm = 64 * 1024;
// A picture may be 5 MB; what is sent around it is little. A larger one still gets its own message.
const largestUpload = 8 * 1024 * 1024;
/** The methods that change something; React Router knows no others. */
const changing = ["POST", "PUT", "PATCH", "DELETE"];
const oneDay = 24 * 60 * 60;
const oneYear = 365 * oneDay;

type Build = ServerBuild | (() => Promise<ServerBuild>);

interface HttpOptions {
  shop: Shop;
  /** The pages that React Router built, or a way to the newest ones while they are being developed. */
  build: Build;
  /** The owner's screens, likewise. */
  ownerBuild: Build;
  mode: "production" | "development";
  config: Pick<Config, "trustedProxies" | "metricsToken">;
  /** Keeps the pages that are the same for everybody, if it is there. */
  pages?: PageCache;
  /** What the shop counts, for whoever knows the configured token. */
  metrics?: Metrics | undefined;
}

/** Answers every request: health, files, and then the pages of the web. */
export function createHttp({ shop, build, ownerBuild, mode, config, pages, metrics }: HttpOptions) {
  const noteOutage = createOutageLog(shop);
  const readHealth = createHealthCheck(shop, noteOutage);
  const guarded = (built: ServerBuild) => answerOutages(built, shop.settings, noteOutage);
  const rendererOf = (given: Build) =>
    createRequestHandler(typeof given === "function" ? async () => guarded(await given()) : guarded(given), mode);
  const renderPage = rendererOf(build);
  const http = new Hono<HttpEnv>();

  http.get("*", compress());
  http.use(async (context, next) => {
    await next();
    const { isPublic } = context.get("sharing") ?? {};
    if (isPublic && isPrefetch(context.env.incoming)) context.res.headers.set("Cache-Control", prefetchCacheControl);
  });
  http.use(async (context, next) => {
    await next();
    context.res.headers.set("X-Request-Id", requestIds.getStore() ?? "");
  });
  if (pages) http.use(pages.cachePages);
  http.use(compressPages);
  http.use(securityHeaders({ shopUrl: shop.settings.shopUrl, mode }));
  http.use(sayWhenBack);
  http.get("/healthz", async (context) => {
    const { status, isReachable } = await readHealth();
    context.header("Cache-Control", "no-store");
    return context.json({ status }, isReachable ? 200 : 503);
  });
  if (metrics && config.metricsToken) {
    http.get("/metrics", bearerAuth({ token: config.metricsToken }), async (context) => {
      context.header("Cache-Control", "no-store");
      return context.body(await metrics.read(), 200, { "Content-Type": metrics.contentType });
    });
  }
  if (mode === "production") {
    http.get("/assets/*", files("build/client", oneYear, "immutable"));
    http.get("/owner/assets/*", files("build/owner/client", oneYear, "immutable", "/owner"));
  }
  http.get("/pictures/uploaded/:file", forEverybody, servePicture(shop));
  http.get("/pictures/*", forEverybody, files("catalog", oneDay));
  if (mode === "production") http.get("*", files("build/client", oneDay));
  http.get("/search-suggestions", suggestProducts(shop));
  http.get("/brands", findBrandFilters(shop));
  http.on(changing, "*", refuseOtherSites(shop.settings.shopUrl));
  http.post("/orders", declaredLimit(orderBytesLimit), takeOrder(shop, noteOutage));
  const { payments } = shop;
  if (payments.hosted) {
    http.post(`/payments/${payments.name}`, declaredLimit(eventBytesLimit), takePaymentEvent(shop, payments));
  }
  http.get("/cart/saved", keepCart(shop));
  http.post("/cart/saved", declaredLimit(cartBytesLimit), keepCart(shop));
  http.post("/cart/goods", declaredLimit(orderBytesLimit), tellGoods(shop));
  http.on(changing, "/profile/picture", multipartOnly, declaredLimit(largestUpload));
  const provide = (context: Context<HttpEnv>) => {
    const provided = new RouterContextProvider();
    provided.set(shopContext, shop);
    provided.set(clientAddressContext, clientAddress(context.env.incoming, config.trustedProxies));
    return provided;
  };
  const screens = ownerScreens({
    shop,
    render: rendererOf(ownerBuild),
    provide,
    requestOf: (context) => withPublicScheme(context, shop.settings.shopUrl),
    maxSize: largestOwnersForm,
  });
  http.use("/owner/*", screens);
  http.on(changing, "*", except("/profile/picture", bodyLimit({ maxSize: largestForm })));
  http.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (isOutage(error)) {
      noteOutage(error);
      return context.json({ failure: "unavailable" }, 503);
    }
    // Whoever hangs up in the middle of a form isn't a failure of ours.
    if (!context.env.incoming.readableAborted) shop.log("Request failed", error);
    return context.text("Internal Server Error", 500);
  });
  http.all("*", (context) => {
    const provided = provide(context);
    const sharing = context.get("sharing") ?? {};
    context.set("sharing", sharing);
    provided.set(sharingContext, sharing);
    provided.set(outageContext, context.get("outage") ?? null);
    return renderPage(
      asShownAt(context.get("pageAddress"), withPublicScheme(context, shop.settings.shopUrl)),
      provided,
    );
  });
  return http;
}

/** Pages and their data are compressed whole; `compress` takes what is left. */
const compressPages: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.body || !/^text\/(html|x-script)/.test(res.headers.get("content-type") ?? "")) return;
  const encoding = encodingFor(context.req.header("accept-encoding"));
  if ((context.get("isCached") && context.get("sharing")?.audience) || encoding === "identity") return;
  const body = encode(Buffer.from(await res.arrayBuffer()), encoding);
  const headers = new Headers(res.headers);
  headers.delete("content-length");
  headers.set("content-encoding", encoding);
  if (!headers.get("vary")?.includes("Accept-Encoding")) headers.append("vary", "Accept-Encoding");
  context.res = undefined;
  context.res = new Response(body, { status: res.status, statusText: res.statusText, headers });
};

/** Limits a body by its declared length, before any of it is read; a body without a length is refused (RFC 9110, section 15.5.12). */
function declaredLimit(maxSize: number): MiddlewareHandler {
  return async (context, next) => {
    const length = context.req.header("content-length");
    if (length === undefined) return context.text("Length Required", 411);
    return Number(length) <= maxSize ? next() : context.text("Payload Too Large", 413);
  };
}

/** Pictures are sent as files. Other forms are refused unread. */
const multipartOnly: MiddlewareHandler = async (context, next) => {
  const isMultipart = /^multipart\/form-data\s*(;|$)/i.test(context.req.header("content-type") ?? "");
  return isMultipart ? next() : context.text("Unsupported Media Type", 415);
};

/** Goods are shown elsewhere too: by search engines, and where a product is shared. */
const forEverybody: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
};

function files(folder: string, seconds: number, extra?: string, basename = "") {
  const cacheControl = [`public, max-age=${seconds}`, extra].filter(Boolean).join(", ");
  return serveStatic({
    root: relative(process.cwd(), join(projectFolder, folder)) || ".",
    index: "no-index",
    rewriteRequestPath: (path) => path.slice(basename.length),
    precompressed: true,
    onFound: (_path, context) => context.header("Cache-Control", cacheControl),
  });
}

/**
 * What changes something is asked for on the shop's own pages alone, whatever its content type. Browsers say where it comes from;
 * programs say nothing, and may.
 */
function refuseOtherSites(shopUrl: string): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header("origin");
    const site = context.req.header("sec-fetch-site");
    const isSilent = origin === undefined && site === undefined;
    const isOwn = site === "same-origin" || origin === new URL(withPublicScheme(context, shopUrl).url).origin;
    return isSilent || isOwn ? next() : context.text("Forbidden", 403);
  };
}

/** The request for a page that others will be shown too: what their addresses don't say, it doesn't either. */
function asShownAt(pageAddress: string | undefined, request: Request) {
  if (pageAddress === undefined) return request;
  const url = new URL(pageAddress, request.url);
  return url.href === request.url ? request : new Request(url, request);
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
