import { errorCode } from "#database/error-code.ts";
import { openShop } from "#shop/open-shop.ts";
import type { Shop } from "#shop/shop.ts";
import { type Config, ConfigError } from "./config.ts";

/**
 * Opens the shop that the configuration describes.
 *
 * @param announce is told what takes time, and of mails that became files
 * @param log as `openShop` has it
 * @throws ConfigError in one line, when the database can't be used
 */
export async function openConfigured(
  config: Config,
  announce: (line: string) => void,
  log?: Shop["log"],
): Promise<Shop> {
  try {
    return await openShop(config, announce, log);
  } catch (error) {
    const reason = (error as Error).message || errorCode(error);
    throw new ConfigError(`The database in ${placeOf(config)} can't be used: ${reason}`);
  }
}

/** Where the database is, without its password. */
function placeOf({ databaseUrl, dataFolder }: Config) {
  if (!databaseUrl) return dataFolder;
  const { host, pathname } = new URL(databaseUrl);
  return `DATABASE_URL (${host}${pathname})`;
}
