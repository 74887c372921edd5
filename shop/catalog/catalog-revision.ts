import { sql } from "kysely";
import type { Database } from "#database/connect.ts";

const revisionKey = "catalogRevision";

/** The revision (null before the first import) as a column of a query, which then tells to what its rows belong. */
export const currentRevision = sql<string | null>`(select value from settings where key = ${sql.lit(revisionKey)})`;

/** Whether a catalog was ever imported into this database. */
export async function hasCatalog(db: Database) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", revisionKey).executeTakeFirst();
  return row !== undefined;
}

/**
 * A word that is another one whenever lists of products may have changed: after an import, and after an order that changed
 * what the shop says of a stock. How many pieces are left changes without it.
 *
 * @returns "" before the first import
 * @throws what the database answered, also when it is the products that can't be read
 */
export async function readCatalogRevision(db: Database) {
  const { revision } = await db
    .selectNoFrom((eb) => [
      currentRevision.as("revision"),
      eb
        .selectFrom("products")
        .select((of) => of.fn.max("position").as("last"))
        .as("products"),
    ])
    .executeTakeFirstOrThrow();
  return revision ?? "";
}

/** Gives the catalog another revision, in the transaction that changes it. Whoever else does so waits for its end. */
export async function raiseCatalogRevision(transaction: Database) {
  const value = crypto.randomUUID();
  await transaction
    .insertInto("settings")
    .values({ key: revisionKey, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
