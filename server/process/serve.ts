import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { loadFirstCatalog, openShop } from "#shop/open-shop.ts";
import type { Shop } from "#shop/shop.ts";
import { createServerWithTimeouts } from "../http/http-timeouts.ts";
import { answerInSequence } from "../http/pipelining.ts";
import { type Logger, logProblems } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { observeRequests } from "../observability/observe-requests.ts";
import { createFindPattern, type RoutePlace } from "../observability/route-patterns.ts";
import { type Config, ConfigError, projectFolder } from "./config.ts";
import { openConfigured } from "./open-configured.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const factsIntervalMs = 1000;
/** Connections that may wait to be accepted. The system may allow fewer (`net.core.somaxconn`). */
const connectionBacklog = 4096;

export interface Opened {
  shop: Shop;
  config: Config;
  server: Server;
  metrics: Metrics | undefined;
}

export interface Web {
  listener: RequestListener;
  routes: RoutePlace[];
}

/** Makes what answers requests, once the shop is open. */
export type CreateWeb = (opened: Opened) => Promise<Web>;

/**
 * Opens the database, with a first catalog, and then the web.
 *
 * @throws ConfigError when the database or the port can't be used
 */
export async function serve(config: Config, log: Logger, createWeb: CreateWeb) {
  const shop = await openConfigured(config, () => openWithCatalog(config, log));
  const metrics = config.metricsToken ? (await import("../observability/metrics.ts")).createMetrics(shop) : undefined;
  const server = createServerWithTimeouts();
  const { listener, routes } = await createWeb({ shop, config, server, metrics });
  const findPattern = createFindPattern(routes);
  const { trustedProxies } = config;
  const observed = observeRequests(listener, { log, findPattern, metrics, trustedProxies });
  server.on("request", answerInSequence(observed.listener));
  await listen(server, config);
  followOwners(shop);
  shop.mailSender.start();
  shop.paymentSettler.start();
  shop.pictureMaker.start();
  stopOnSignal(server, observed.answering, shop);
}

async function openWithCatalog(config: Config, log: Logger) {
  const shop = await openShop(config, console.log, logProblems(log));
  await loadFirstCatalog(shop, join(projectFolder, "catalog/products.json"), console.log);
  return shop;
}

function listen(server: Server, { port, host }: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "it is in use; set PORT to another one" : error.message;
      reject(new ConfigError(`Can't listen on port ${port}: ${reason}`));
    });
    server.listen({ port, host, backlog: connectionBacklog }, resolve);
  });
}

/** Has pages that aren't cached, and mails, say what owners say of the shop within a second. */
function followOwners({ followFacts }: Shop) {
  // A database that can't be used is told of by those who need it.
  setInterval(() => followFacts().catch(() => {}), factsIntervalMs).unref();
}
