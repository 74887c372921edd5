import cluster from "node:cluster";
import { providerSetups } from "#shop/payments/registry.ts";
import { type Config, ConfigError, readConfig } from "../environment/config.ts";
import { createLog, type Logger, logConsole, logCrashes } from "../observability/log.ts";
import { restrictDataFolder } from "./data-folder.ts";
import type { CreateWeb } from "./serve.ts";
import { openTemporaryFolder } from "./temporary-folder.ts";
import { reportProblem, runProcesses } from "./workers.ts";

const keys = [...providerSetups.values()].map(({ requiredVariables: [key] }) => key);
const noMoney = `Payments: cards are checked but not charged. Set ${keys.join(" or ")} to accept payments.`;

/**
 * Starts the shop in the configured number of processes.
 *
 * @param mode in development, Node itself prints a fatal error with the line of a broken module
 */
export async function start(createWeb: CreateWeb, mode: "production" | "development" = "production") {
  try {
    const config = readConfig(process.env);
    const log = await createLog(config.logLevel);
    if (mode === "production") logCrashes(log);
    const announceOpen = () => {
      if (Object.keys(config.providers).length === 0) console.log(noMoney);
      console.log(`${config.shopName} is open at http://localhost:${config.port}`);
    };
    const open = async () => {
      await loadAndServe(config, log, createWeb);
      // Before, problems are printed for the operator.
      if (mode === "production") logConsole(log);
    };
    if (cluster.isWorker) return await open();
    restrictDataFolder(config.dataFolder, (line) => log.warn(line));
    if (config.processes > 1) {
      if (config.metricsToken) (await import("../observability/shared-metrics.ts")).shareMetrics();
      process.exit(await runProcesses(config, log, announceOpen));
    }
    await open();
    announceOpen();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (cluster.isWorker) await reportProblem(error.message);
    else console.error(error.message);
    process.exit(1);
  }
}

/** The primary process of several never loads the shop. */
async function loadAndServe(config: Config, log: Logger, createWeb: CreateWeb) {
  openTemporaryFolder(config);
  const { serve } = await import("./serve.ts");
  await serve(config, log, createWeb);
}
