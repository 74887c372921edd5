import type { Database } from "#database/connect.ts";

/** Few enough that reading them holds nobody up, many enough that a large catalog takes few reads. */
const idsPerRead = 2000;

export async function countProducts(db: Database) {
  const { count } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * A stretch of all products' ids, in the ids' own order, which stays when the catalog is put into another one. It is read
 * piece by piece, so that a large catalog is never held in memory.
 */
export async function* readProductIds(db: Database, { skip, limit }: { skip: number; limit: number }) {
  let left = limit;
  let last: string | undefined;
  while (left > 0) {
    const rows = await db
      .selectFrom("products")
      .select("id")
      .$if(last !== undefined, (query) => query.where("id", ">", last as string))
      .orderBy("id")
      .limit(Math.min(left, idsPerRead))
      .offset(last === undefined ? skip : 0)
      .execute();
    yield rows.map(({ id }) => id);
    last = rows.at(-1)?.id;
    if (last === undefined) return;
    left -= rows.length;
  }
}
