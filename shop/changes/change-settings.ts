import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ShopDatabase } from "../shop.ts";
import { bumpCatalogVersion } from "./catalog-version.ts";
import { logChanges, type NewChange } from "./change-log.ts";

const versionKey = "settingsVersion";

/**
 * Changes something that owners set up: settings, categories, pages, the shop's appearance. Changes happen one at a time, are logged, and every
 * process follows them within 250 ms: cached pages depend on the catalog's version, and `LiveSettings` on the settings' version.
 *
 * @param change makes the change in the transaction it is given; what it throws undoes everything
 *   and returns the changes to log
 * @param lock locks tables first, if the change needs more than the two versions
 */
export async function changeSettings(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  change: (transaction: Database) => Promise<NewChange[]>,
  lock?: (transaction: Database) => Promise<void>,
) {
  await db.transaction().execute(async (trx) => {
    await lock?.(trx);
    // Both versions are one row each, so updating them makes concurrent changes wait.
    await bumpSettingsVersion(trx);
    await logChanges(trx, await change(trx), now());
  });
}

/** For changes of what owners set up that happen in a larger transaction, such as an import's new categories. */
export async function bumpSettingsVersion(transaction: Database) {
  await bumpCatalogVersion(transaction);
  await transaction
    .insertInto("settings")
    .values({ key: versionKey, value: "1" })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ value: sql`cast(cast(settings.value as bigint) + 1 as text)` }),
    )
    .execute();
}

/** Changes whenever something that owners set up has changed, or a backup was restored. */
export async function readSettingsVersion(db: Database) {
  const { version } = await db
    .selectNoFrom(
      sql<string>`coalesce((select epoch from "catalogEpoch"), '') || ':' ||
        coalesce((select value from settings where key = ${sql.lit(versionKey)}), '0')`.as("version"),
    )
    .executeTakeFirstOrThrow();
  return version;
}
