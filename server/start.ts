import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { loadFirstCatalog, type Shop } from "#shop/open-shop.ts";
import { type Config, ConfigError, projectFolder, readConfig } from "./config.ts";
import { openConfigured } from "./open-configured.ts";

const longestStop = 10_000;

/**
 * Starts the shop: configuration, database, first catalog, and then the web.
 *
 * @param createListener makes what answers requests, once the shop is open
 */
export async function start(createListener: (shop: Shop, config: Config, server: Server) => Promise<RequestListener>) {
  try {
    const config = readConfig(process.env);
    const shop = await openConfigured(config, console.log);
    await loadFirstCatalog(shop, join(projectFolder, "catalog/products.json"), console.log);
    const server = createServer();
    server.on("request", await createListener(shop, config, server));
    await listen(server, config);
    console.log(`${config.shopName} is open at http://localhost:${config.port}`);
    stopOnSignal(server, shop);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
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

/** Finishes what is in flight, then ends. */
function stopOnSignal(server: Server, { db }: Shop) {
  function stop() {
    setTimeout(() => process.exit(1), longestStop).unref();
    server.close(async () => {
      await db.destroy();
      process.exit(0);
    });
    server.closeIdleConnections();
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
