import type { Shop } from "#shop/shop.ts";
import { runShopCommand } from "./server-process.ts";

/** Runs the owner's command line on a shop that is open. @returns what it prints. @throws when it fails */
export function runOnShop({ settings }: Shop, ...args: string[]) {
  const { dataFolder, databaseUrl = "" } = settings;
  const environment = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, AUTH_SECRET: "x".repeat(32) };
  return runShopCommand(environment, ...args);
}
