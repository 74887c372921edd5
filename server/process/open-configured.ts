import { errorCode } from "#database/error-code.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { ConfigError } from "./config.ts";

/**
 * Opens what the configuration describes: the whole shop, or its database alone.
 *
 * @throws ConfigError in one line, when the database can't be used
 */
export async function openConfigured<Opened>(config: ShopSettings, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const reason = (error as Error).message || errorCode(error);
    throw new ConfigError(`The database in ${placeOf(config)} can't be used: ${reason}`);
  }
}

/** Where the database is, without its password. */
function placeOf({ databaseUrl, dataFolder }: ShopSettings) {
  if (!databaseUrl) return dataFolder;
  const { host, pathname } = new URL(databaseUrl);
  return `DATABASE_URL (${host}${pathname})`;
}
