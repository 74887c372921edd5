import type { Database } from "#database/connect.ts";
import type { AddressedProduct } from "../../values/product-address.ts";
import { readCatalogIndex } from "../lists/index/current-index.ts";

/** Few enough to block no request for long, many enough that a large catalog takes few reads. */
const idsPerRead = 2000;

/** The last product's position in the catalog; 0 where there is none. Products that are no longer sold leave gaps before it. */
export async function readLastPosition(db: Database) {
  const { last } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/**
 * The products in a part of the catalog's positions, in its order, with what their addresses are made of; of siblings the first alone. They are
 * read piece by piece, so that a large catalog is never held in memory.
 *
 * @param skip the positions before the part
 * @param limit how many positions it has
 */
export async function* readAddressedProducts(db: Database, { skip, limit }: { skip: number; limit: number }) {
  for (let last = skip; ; ) {
    const rows = await db
      .selectFrom("products")
      .select(["id", "address", "position", "number"])
      .where("isHidden", "=", 0)
      .where("position", ">", last)
      .where("position", "<=", skip + limit)
      .orderBy("position")
      .limit(idsPerRead)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    const index = await readCatalogIndex(db);
    yield rows
      .filter(({ number }) => index.cardOf(number) === number)
      .map(({ id, address }): AddressedProduct => ({ id, address }));
    last = end.position;
  }
}
