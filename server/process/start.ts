import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { loadFirstCatalog } from "#shop/open-shop.ts";
import type { Shop } from "#shop/shop.ts";
import { createServerWithTimeouts } from "../http/http-timeouts.ts";
import { createLog, type Logger, logCrashes, logProblems } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { observeRequests } from "../observability/observe-requests.ts";
import { createFindPattern, type RoutePlace } from "../observability/route-patterns.ts";
import { type Config, ConfigError, projectFolder, readConfig } from "./config.ts";
import { openConfigured } from "./open-configured.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { reportProblem, runProcesses } from "./workers.ts";

const noMoney = "Payments: cards are checked, but no money is taken. Set STRIPE_SECRET_KEY to take it.";

interface Opened {
  shop: Shop;
  config: Config;
  server: Server;
  metrics: Metrics | undefined;
}

interface Web {
  listener: RequestListener;
  routes: RoutePlace[];
}

type CreateWeb = (opened: Opened) => Promise<Web>;

/**
 * Starts the shop, in as many processes as the configuration says.
 *
 * @param createWeb makes what answers requests, once the shop is open
 */
export async function start(createWeb: CreateWeb) {
  try {
    const config = readConfig(process.env);
    const log = await createLog(config.logLevel);
    logCrashes(log);
    const announceOpen = () => {
      if (!config.stripe) console.log(noMoney);
      console.log(`${config.shopName} is open at http://localhost:${config.port}`);
    };
    if (cluster.isWorker) return await serve(config, log, createWeb);
    if (config.processes > 1) {
      if (config.metricsToken) (await import("../observability/shared-metrics.ts")).shareMetrics();
      process.exit(await runProcesses(config, log, announceOpen));
    }
    await serve(config, log, createWeb);
    announceOpen();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (cluster.isWorker) await reportProblem(error.message);
    else console.error(error.message);
    process.exit(1);
  }
}

/** Opens the database, with a first catalog, and then the web. */
async function serve(config: Config, log: Logger, createWeb: CreateWeb) {
  const shop = await openConfigured(config, console.log, logProblems(log));
  await loadFirstCatalog(shop, join(projectFolder, "catalog/products.json"), console.log);
  const metrics = config.metricsToken ? (await import("../observability/metrics.ts")).createMetrics(shop) : undefined;
  const server = createServerWithTimeouts();
  const { listener, routes } = await createWeb({ shop, config, server, metrics });
  const findPattern = createFindPattern(routes);
  const { trustedProxies } = config;
  const observed = observeRequests(listener, { log, findPattern, metrics, trustedProxies });
  server.on("request", observed.listener);
  await listen(server, config);
  shop.mailSender.start();
  shop.paymentSettler.start();
  stopOnSignal(server, observed.answering, shop);
}

function listen(server: Server, { port, host }: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "it is in use; set PORT to another one" : error.message;
      reject(new ConfigError(`Can't listen on port ${port}: ${reason}`));
    });
    server.listen(port, host, resolve);
  });
}
