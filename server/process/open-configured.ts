import { tmpdir } from "node:os";
import { errorCode } from "#database/error-code.ts";
import { placeOfUrl } from "#database/postgres-url.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { ConfigError } from "../environment/config.ts";
import { diskFullMessage } from "../environment/disk-full.ts";

/**
 * Opens the configured shop, or only its database.
 *
 * @throws ConfigError of one line, when the database can't be used or a disk is full
 */
export async function openConfigured<Opened>(config: ShopSettings, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const folders = config.databaseUrl ? [tmpdir()] : [config.dataFolder, tmpdir()];
    const reason = (error as Error).message || errorCode(error);
    const message = `Can't open the database in ${placeOf(config)}: ${reason}`;
    throw new ConfigError(diskFullMessage(error, folders) ?? message);
  }
}

/** Where the database is, without its password. */
export function placeOf({ databaseUrl, dataFolder }: ShopSettings) {
  if (!databaseUrl) return dataFolder;
  return `DATABASE_URL (${placeOfUrl(databaseUrl)})`;
}
