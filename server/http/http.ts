import { join, relative } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { except } from "hono/combine";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { createUcp } from "#api/ucp/ucp.ts";
import { createApi } from "#api/v1/api.ts";
import type { Shop } from "#shop/shop.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import {
  askedQueryContext,
  clientAddressContext,
  isFormTooLargeContext,
  longUploadContext,
  shopContext,
} from "#web/request-context.ts";
import { type Config, projectFolder } from "../environment/config.ts";
import { version } from "../environment/version.ts";
import { requestIds } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { encode, encodingFor } from "../page-cache/content-encoding.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import { isPrefetch, prefetchCacheControl } from "../page-cache/prefetch.ts";
import { keepFromCaches, shareWithCaches } from "../page-cache/shared-caches.ts";
import { type AddressOf, clientAddress } from "./client-address.ts";
import { endpoints, handlersOf, limitDeclaredSize } from "./endpoints.ts";
import { formFits, isMultipart, readOnAfterAnswer, refuseForm } from "./form-limits.ts";
import { createHealthChecks, type Health } from "./health.ts";
import { allowLongUpload } from "./http-timeouts.ts";
import { createLoadWatch } from "./load-watch.ts";
import { answerOutages, createOutageLog, type LogOutage, outageContext, reportOutages } from "./outages.ts";
import { ownerScreens, setupRestorePath } from "./owner-screens.ts";
import { renderPreview } from "./render-preview.ts";
import { securityHeaders } from "./security-headers.ts";

// Bytes. A real form has less than 2 KB.
const largestForm = 16 * 1024;
// What may still arrive of a longer one, so that its sender sees the answer.
const mostReadOn = 1024 * 1024;
// A picture may have 5 MB. A somewhat larger one still gets its own error message.
const largestUpload = 8 * 1024 * 1024;
/** The methods that change data. React Router supports no others. */
const changing = ["POST", "PUT", "PATCH", "DELETE"];
const oneDay = 24 * 60 * 60;
const oneYear = 365 * oneDay;

type Build = ServerBuild | (() => Promise<ServerBuild>);

interface HttpOptions {
  shop: Shop;
  /** React Router's build, or a function that loads the newest one in development. */
  build: Build;
  /** The build of the owner's screens. */
  ownerBuild: Build;
  mode: "production" | "development";
  config: Pick<Config, "trustedProxies" | "metricsToken" | "sharedCacheSeconds">;
  /** Caches public pages in production. */
  pages?: PageCache;
  /** Answers `/metrics` with the configured token. */
  metrics?: Metrics | undefined;
  /** Aborted once the process finishes its open requests and ends. */
  stop: AbortSignal;
  logOutage?: LogOutage;
}

/** Answers every request: health and metrics, programs, endpoints, files, the owner's screens, pages. */
export function createHttp(options: HttpOptions) {
  const { shop, build, ownerBuild, mode, config, pages, metrics, stop, logOutage = createOutageLog(shop) } = options;
  const guarded = (built: ServerBuild) => answerOutages(built, shop.settings, logOutage);
  const rendererOf = (given: Build) =>
    createRequestHandler(typeof given === "function" ? async () => guarded(await given()) : guarded(given), mode);
  const renderPage = rendererOf(build);
  const addressOf: AddressOf = ({ env }) => clientAddress(env.incoming, config.trustedProxies);
  const http = new Hono<HttpEnv>();

  http.on(changing, "*", readOnAfterAnswer(stop));
  http.get("*", compress());
  http.use(keepPrefetched);
  if (config.sharedCacheSeconds > 0) http.use(keepFromCaches);
  http.use(async (context, next) => {
    await next();
    context.res.headers.set("X-Request-Id", requestIds.getStore() ?? "");
  });
  if (pages) http.use(pages.cachePages);
  http.use(compressPages);
  http.use(shareWithCaches(config.sharedCacheSeconds));
  http.use(securityHeaders({ shopUrl: shop.settings.shopUrl, mode }));
  http.use(reportOutages(logOutage));
  const checks = createHealthChecks(shop, { logOutage, stop, hasPages: pages?.hasPages });
  answerProbes(http, checks);
  answerMetrics(http, { metrics, token: config.metricsToken, readHealth: checks.readHealth });
  // Programs send no cookies, so there is nothing that another site's page could use of a browser.
  for (const create of [createApi, createUcp]) http.route("/", create({ shop, addressOf }));
  http.on(changing, "*", refuseOtherSites(shop.settings.shopUrl));
  http.get("/pictures/*", forEverybody);
  for (const endpoint of endpoints) http.on(endpoint.method, [endpoint.path], ...handlersOf(endpoint, shop, addressOf));
  if (mode === "production") {
    http.get("/assets/*", files("build/client", oneYear, "immutable"));
    http.get("/owner/assets/*", files("build/owner/client", oneYear, "immutable", "/owner"));
  }
  http.get("/pictures/*", files("catalog", oneDay));
  if (mode === "production") {
    // Browsers look for a newer worker at each visit, and drop one that is gone (docs/decisions/0396).
    http.get("/offline-worker.js", files("build/client", 0, "must-revalidate"));
    http.get("*", files("build/client", oneDay));
  }
  http.on(changing, "/profile/picture", multipartOnly, limitDeclaredSize(largestUpload));
  const provide = providerOf(shop, addressOf);
  const screens = ownerScreens({
    shop,
    render: rendererOf(ownerBuild),
    provide,
    preview: (context, preview) =>
      renderPreview({ shop, renderPage, provided: provide(context), url: context.req.url }, preview),
    requestOf: (context) => withPublicScheme(context, shop.settings.shopUrl),
  });
  http.use("/owner/*", screens);
  http.on(changing, "*", except(["/profile/picture", isBackupUpload], limitForm));
  http.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    // A client that hung up while sending isn't an error.
    if (!context.env.incoming.readableAborted) shop.log("Request failed", error);
    return context.text("Something went wrong. Please try again in a moment.", 500);
  });
  http.all("*", (context) => {
    const provided = provide(context);
    const cacheability = context.get("cacheability") ?? {};
    context.set("cacheability", cacheability);
    provided.set(cacheabilityContext, cacheability);
    provided.set(outageContext, context.get("outage") ?? null);
    provided.set(askedQueryContext, queryOf(context.req.url));
    return renderPage(
      withCanonicalUrl(context.get("pageAddress"), withPublicScheme(context, shop.settings.shopUrl)),
      provided,
    );
  });
  return http;
}

/** What loaders and actions of both apps get. */
function providerOf(shop: Shop, addressOf: AddressOf) {
  return (context: Context<HttpEnv>) => {
    const provided = new RouterContextProvider();
    provided.set(shopContext, shop);
    provided.set(clientAddressContext, addressOf(context));
    provided.set(isFormTooLargeContext, context.get("isFormTooLarge") ?? false);
    provided.set(longUploadContext, () => allowLongUpload(context.env.incoming));
    return provided;
  };
}

/** `/healthz` says whether the process can answer visitors, `/readyz` whether it can do everything. */
function answerProbes(http: Hono<HttpEnv>, { readHealth, readReadiness }: ReturnType<typeof createHealthChecks>) {
  const answer = (context: Context, { status, isGood }: Health) => {
    context.header("Cache-Control", "no-store");
    return context.json({ status, version }, isGood ? 200 : 503);
  };
  http.get("/healthz", async (context) => answer(context, await readHealth()));
  http.get("/readyz", async (context) => answer(context, await readReadiness()));
}

interface MetricsOptions {
  metrics: Metrics | undefined;
  token: string | undefined;
  readHealth: () => Promise<Health>;
}

function answerMetrics(http: Hono<HttpEnv>, { metrics, token, readHealth }: MetricsOptions) {
  if (!metrics || !token) return;
  http.get("/metrics", bearerAuth({ token }), async (context) => {
    context.header("Cache-Control", "no-store");
    return context.body(await metrics.read(await readHealth()), 200, { "Content-Type": metrics.contentType });
  });
}

/** Lets a browser keep the data that it fetches ahead. */
const keepPrefetched: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { isPublic } = context.get("cacheability") ?? {};
  if (isPublic && isPrefetch(context.env.incoming)) context.res.headers.set("Cache-Control", prefetchCacheControl);
};

const isBusy = createLoadWatch();

/** Compresses pages and their data that are sent only once, in one piece. `compress` streams everything else. */
const compressPages: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.body || !/^text\/(html|x-script)/.test(res.headers.get("content-type") ?? "")) return;
  const isInHaste = isBusy();
  const encoding = encodingFor(context.req.header("accept-encoding"), isInHaste);
  if ((context.get("isCached") && context.get("cacheability")?.variant) || encoding === "identity") return;
  const body = encode(Buffer.from(await res.arrayBuffer()), encoding, isInHaste);
  const headers = new Headers(res.headers);
  headers.delete("content-length");
  headers.set("content-encoding", encoding);
  if (!headers.get("vary")?.includes("Accept-Encoding")) headers.append("vary", "Accept-Encoding");
  context.res = undefined;
  context.res = new Response(body, { status: res.status, statusText: res.statusText, headers });
};

/** Refuses other forms before reading them. */
const multipartOnly: MiddlewareHandler = async (context, next) => {
  const isMultipart = /^multipart\/form-data\s*(;|$)/i.test(context.req.header("content-type") ?? "");
  return isMultipart ? next() : context.text("Unsupported Media Type", 415);
};

/** Refuses a form that is longer than those of the shop. */
const limitForm: MiddlewareHandler<HttpEnv> = async (context, next) => {
  if (!(await formFits(context, largestForm))) refuseForm(context, mostReadOn);
  return next();
};

/** Whether a form may have a backup. Its page reads it only with a valid key for the first owner. */
function isBackupUpload(context: Context) {
  const { req } = context;
  return req.path === setupRestorePath && isMultipart(context) && req.query("key") !== undefined;
}

/** Lets other sites show pictures: search engines, and pages where a product is shared. See docs/decisions/0009. */
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
 * Refuses requests that change something when a browser sends them from another site, whatever their content type: `hono/csrf` lets JSON pass.
 * Programs send neither header and are let through.
 */
function refuseOtherSites(shopUrl: string): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header("origin");
    const site = context.req.header("sec-fetch-site");
    const isSilent = origin === undefined && site === undefined;
    const isOwn = site === "same-origin" || origin === publicUrl(context.req.raw, shopUrl).origin;
    return isSilent || isOwn ? next() : context.text("Forbidden", 403);
  };
}

/** A request's query, without what React Router adds to it for the data of some routes. */
function queryOf(url: string) {
  const { search, searchParams } = new URL(url);
  if (!searchParams.has("_routes")) return search;
  searchParams.delete("_routes");
  return searchParams.size > 0 ? `?${searchParams}` : "";
}

/** Gives a cacheable page's request the canonical URL, without parameters that the page doesn't read. */
function withCanonicalUrl(pageAddress: string | undefined, request: Request) {
  if (pageAddress === undefined) return request;
  const url = new URL(pageAddress, request.url);
  return url.href === request.url ? request : new Request(url, request);
}

/** Gives a request its public URL. */
function withPublicScheme({ req: { raw } }: Context, shopUrl: string) {
  const url = publicUrl(raw, shopUrl);
  return url.protocol === new URL(raw.url).protocol ? raw : new Request(url, raw);
}

/**
 * A request's URL with the scheme of the shop's public URL: a proxy may talk https to shoppers and http to us, and React Router compares a form's origin,
 * scheme included, with the request's URL. The body isn't opened.
 */
function publicUrl(raw: Request, shopUrl: string) {
  const [url, shop] = [new URL(raw.url), new URL(shopUrl)];
  if (url.host === shop.host) url.protocol = shop.protocol;
  return url;
}
