import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { loadFirstCatalog, type Shop } from "#shop/open-shop.ts";
import { type Config, ConfigError, projectFolder, readConfig } from "./config.ts";
import { createLimitedServer } from "./limited-server.ts";
import { openConfigured } from "./open-configured.ts";
import { reportProblem, runProcesses } from "./processes.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

type CreateListener = (shop: Shop, config: Config, server: Server) => Promise<RequestListener>;

/**
 * Starts the shop, in as many processes as the configuration says.
 *
 * @param createListener makes what answers requests, once the shop is open
 */
export async function start(createListener: CreateListener) {
  try {
    const config = readConfig(process.env);
    const announceOpen = () => console.log(`${config.shopName} is open at http://localhost:${config.port}`);
    if (cluster.isWorker) return await serve(config, createListener);
    if (config.processes > 1) process.exit(await runProcesses(config, announceOpen));
    await serve(config, createListener);
    announceOpen();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (cluster.isWorker) await reportProblem(error.message);
    else console.error(error.message);
    process.exit(1);
  }
}

/** Opens the database, with a first catalog, and then the web. */
async function serve(config: Config, createListener: CreateListener) {
  const shop = await openConfigured(config, console.log);
  await loadFirstCatalog(shop, join(projectFolder, "catalog/products.json"), console.log);
  const server = createLimitedServer();
  server.on("request", await createListener(shop, config, server));
  await listen(server, config);
  shop.mailSender.start();
  stopOnSignal(server, shop);
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
