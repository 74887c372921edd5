import type { Database } from "#database/connect.ts";

/** Few enough that reading them holds nobody up, many enough that a large catalog takes few reads. */
const idsPerRead = 2000;

/** How many products there are. Their positions have no gaps, so it is the last one's. */
export async function countProducts(db: Database) {
  const { last } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/**
 * A part of all products' ids, in the catalog's order. It is read piece by piece, so that a large catalog is never held in
 * memory.
 */
export async function* readProductIds(db: Database, { skip, limit }: { skip: number; limit: number }) {
  for (let last = skip; last < skip + limit; last += idsPerRead) {
    const rows = await db
      .selectFrom("products")
      .select("id")
      .where("position", ">", last)
      .where("position", "<=", Math.min(last + idsPerRead, skip + limit))
      .orderBy("position")
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
  }
}
