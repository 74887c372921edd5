import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { catalogReader } from "#database/read-replica.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readSettingsRow } from "#database/settings-rows.ts";

const versionKey = "catalogVersion";

/**
 * The catalog's version as a column of a query, which then tells which version its rows belong to: `epoch:number`. The number (0 before the first
 * import) grows with each change, and each product has the number of its last one. The epoch is another one after changes that can't be followed
 * product by product: products were removed, or a backup was restored.
 */
export const catalogVersion = sql<string>`coalesce((select epoch from "catalogEpoch"), '') || ':' ||
  coalesce((select value from settings where key = ${sql.lit(versionKey)}), '0')`;

/** The parts of a version. */
export function parseCatalogVersion(version: string) {
  const [epoch = "", number] = version.split(":");
  return { epoch, number: Number(number) };
}

/** A database to read lists and searches from: it has the catalog's version, or a later one. */
export function listReader(db: Database) {
  return catalogReader(db, async () => hasVersion(await readCatalogVersion(db)));
}

/** Whether a database has a version of the catalog, or a later one, as a part of a query on PostgreSQL. */
function hasVersion(version: string) {
  const { epoch, number } = parseCatalogVersion(version);
  return sql<boolean>`(split_part(${catalogVersion}, ':', 1) = ${epoch}
    and cast(split_part(${catalogVersion}, ':', 2) as bigint) >= cast(${number} as bigint))`;
}

/** Whether a catalog was ever imported into this database. */
export async function hasCatalog(db: Database) {
  return (await readSettingsRow(db, versionKey)) !== undefined;
}

/**
 * The catalog's version: changes whenever a product list may have changed, which includes a product's availability. The pieces in stock change
 * without it.
 *
 * @throws what the database answered, also when only the products can't be read
 */
export async function readCatalogVersion(db: Database) {
  const { version } = await db
    .selectNoFrom((eb) => [
      catalogVersion.as("version"),
      eb
        .selectFrom("products")
        .select((of) => of.fn.max("position").as("last"))
        .as("products"),
    ])
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Gives the catalog its next version, in the transaction that changes it. Others who do so wait for its end: call it after locking products.
 *
 * @param changed the numbers of the products that changed, at most some hundred
 * @returns the version's number
 */
export async function bumpCatalogVersion(transaction: Database, changed: ProductsTable["number"][] = []) {
  const { value } = await transaction
    .insertInto("settings")
    .values({ key: versionKey, value: "1" })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ value: sql`cast(cast(settings.value as bigint) + 1 as text)` }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  const version = Number(value);
  if (changed.length > 0) {
    await transaction.updateTable("products").set({ version }).where("number", "in", changed).execute();
  }
  return version;
}

/** Makes every process read the whole catalog again, in a transaction whose changes can't be followed product by product. */
export async function startCatalogEpoch(transaction: Database) {
  const epoch = crypto.randomUUID();
  await transaction
    .insertInto("catalogEpoch")
    .values({ id: 1, epoch })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ epoch }))
    .execute();
}
