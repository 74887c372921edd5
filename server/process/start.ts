import cluster from "node:cluster";
import { createLog, type Logger, logCrashes } from "../observability/log.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { restrictDataFolder } from "./data-folder.ts";
import type { CreateWeb } from "./serve.ts";
import { reportProblem, runProcesses } from "./workers.ts";

const noMoney = "Payments: cards are checked, but no money is taken. Set STRIPE_SECRET_KEY to take it.";

/**
 * Starts the shop, in as many processes as the configuration says.
 *
 * @param mode in development Node prints what ends the process itself, with the line of a broken module
 */
export async function start(createWeb: CreateWeb, mode: "production" | "development" = "production") {
  try {
    const config = readConfig(process.env);
    const log = await createLog(config.logLevel);
    if (mode === "production") logCrashes(log);
    const announceOpen = () => {
      if (!config.stripe) console.log(noMoney);
      console.log(`${config.shopName} is open at http://localhost:${config.port}`);
    };
    if (cluster.isWorker) return await loadAndServe(config, log, createWeb);
    restrictDataFolder(config.dataFolder, (line) => log.warn(line));
    if (config.processes > 1) {
      if (config.metricsToken) (await import("../observability/shared-metrics.ts")).shareMetrics();
      process.exit(await runProcesses(config, log, announceOpen));
    }
    await loadAndServe(config, log, createWeb);
    announceOpen();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (cluster.isWorker) await reportProblem(error.message);
    else console.error(error.message);
    process.exit(1);
  }
}

/** A process that only hands connections on never loads the shop. */
async function loadAndServe(config: Config, log: Logger, createWeb: CreateWeb) {
  const { serve } = await import("./serve.ts");
  await serve(config, log, createWeb);
}
