import cluster from "node:cluster";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { join } from "node:path";
import { errorCode } from "#database/error-code.ts";
import { readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { loadFirstCatalog, openShop } from "#shop/open/open-shop.ts";
import { offerSetup } from "#shop/owners/first-owner.ts";
import { checkStorage } from "#shop/pictures/storage/object-store.ts";
import type { Shop } from "#shop/shop.ts";
import { type Config, ConfigError, projectFolder } from "../environment/config.ts";
import { clientKey } from "../http/client-address.ts";
import { limitConnections } from "../http/connection-limit.ts";
import { createServerWithTimeouts } from "../http/http-timeouts.ts";
import { answerInSequence } from "../http/pipelining.ts";
import { createFindPattern, type RoutePlace } from "../http/route-patterns.ts";
import { type Logger, logAccounts, logProblems } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { type AnswerAtOnce, observeRequests } from "../observability/observe-requests.ts";
import { openConfigured } from "./open-configured.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const settingsIntervalMs = 1000;
/** Connections that may wait to be accepted. The system may have a lower limit (`net.core.somaxconn`). */
const connectionBacklog = 4096;

export interface Opened {
  shop: Shop;
  config: Config;
  server: Server;
  metrics: Metrics | undefined;
  /** Aborted once the process finishes its open requests and ends. */
  stop: AbortSignal;
}

export interface Web {
  /** Answers what needs nothing but memory, before `listener`. @returns whether it did */
  answerAtOnce?: AnswerAtOnce;
  listener: RequestListener;
  routes: RoutePlace[];
}

/** Creates the request listener, once the shop is open. */
export type CreateWeb = (opened: Opened) => Promise<Web>;

/**
 * Opens the database, loads a first catalog, and starts the web server.
 *
 * @throws ConfigError when the database or the port can't be used
 */
export async function serve(config: Config, log: Logger, createWeb: CreateWeb) {
  const tracing = config.tracing && (await openTracing(config.tracing, log));
  const shop = await openConfigured(config, () => openWithCatalog(config, log));
  logAccounts(log);
  const metrics = config.metricsToken ? (await import("../observability/metrics.ts")).createMetrics(shop) : undefined;
  const server = createServerWithTimeouts();
  const stopping = new AbortController();
  const { answerAtOnce, listener, routes } = await createWeb({ shop, config, server, metrics, stop: stopping.signal });
  const findPattern = createFindPattern(routes);
  const { trustedProxies } = config;
  const clientOf = (request: IncomingMessage) => clientKey(request, trustedProxies);
  const mostConnections = Math.ceil(config.connections / config.processes);
  limitConnections(server, mostConnections, clientOf, metrics?.noteRefusedConnection);
  const traced = tracing?.traceRequests(listener, findPattern, trustedProxies) ?? listener;
  // A trace has every request.
  const atOnce = tracing ? undefined : answerAtOnce;
  const observed = observeRequests(traced, { answerAtOnce: atOnce, log, findPattern, metrics, trustedProxies });
  server.on("request", answerInSequence(observed.startAnswer));
  await listen(server, config);
  // The first list then needn't wait for it. If it fails now, the first list tries again.
  readCatalogIndex(shop.db).catch(() => {});
  watchSettings(shop);
  checkPictures(shop);
  shop.jobs.start();
  stopOnSignal(server, stopping, observed.answering, { ...shop, stopTracing: tracing?.stop });
  if (cluster.isPrimary || cluster.worker?.id === 1) await announceSetup(shop, stopping.signal);
}

/** Loads OpenTelemetry's packages, which most shops never need. */
async function openTracing(tracing: NonNullable<Config["tracing"]>, log: Logger) {
  try {
    const { startTracing } = await import("../observability/tracing.ts");
    return startTracing(tracing, log);
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages @opentelemetry/*: npm install");
  }
}

async function openWithCatalog(config: Config, log: Logger) {
  const shop = await openShop(config, console.log, logProblems(log));
  await loadFirstCatalog(shop, join(projectFolder, "catalog/products.json"), console.log);
  return shop;
}

/** Shows the operator of a shop without an owner the way in. The shop opens without it too. */
async function announceSetup(shop: Shop, stop: AbortSignal) {
  const path = await offerSetup(shop).catch((error) => {
    if (!stop.aborted) shop.log("No address for the first owner", error);
  });
  if (path) console.log(`No owner yet. Become the owner within an hour at ${shop.settings.shopUrl}${path}`);
}

/** Tells the operator at once of wrong keys. The shop opens without its pictures too. */
function checkPictures({ pictureFiles: { objects }, log }: Shop) {
  if (objects) checkStorage(objects).catch((error) => log("Pictures unavailable", error));
}

function listen(server: Server, { port, host }: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "already in use. Set PORT to another port." : error.message;
      reject(new ConfigError(`Can't listen on port ${port}: ${reason}`));
    });
    server.listen({ port, host, backlog: connectionBacklog }, resolve);
  });
}

/** Applies changed settings within a second, also to emails and uncached pages. */
function watchSettings({ refreshSettings }: Shop) {
  // Whatever needs the database reports that it's unavailable.
  setInterval(() => refreshSettings().catch(() => {}), settingsIntervalMs).unref();
}
