import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { isStorableText } from "../../forms/validate.ts";
import type { AddressedProduct } from "../../values/product-address.ts";
import { readCatalogIndex } from "../lists/index/current-index.ts";

/** Few enough to block no request for long, many enough that a large catalog takes few reads. */
const idsPerRead = 2000;

/** Where products are: on sale, archived, or not yet on sale. */
type ProductTable = "products" | "archivedProducts" | "draftProducts";

export interface StoredProduct {
  id: string;
  table: ProductTable;
  /** As JSON; null for none, and for drafts. */
  options: string | null;
}

const idsPerLookUp = 500;

/** The products, archived products and drafts that have some of these ids. What no database can hold is no id. */
export async function readStoredProducts(db: Database, ids: string[]): Promise<StoredProduct[]> {
  const found: StoredProduct[] = [];
  const possible = ids.filter((id) => isStorableText(id) && id.isWellFormed());
  for (let start = 0; start < possible.length; start += idsPerLookUp) {
    const some = possible.slice(start, start + idsPerLookUp);
    const rows = await db
      .selectFrom("products")
      .select(["id", "options", sql.lit<ProductTable>("products").as("table")])
      .where("id", "in", some)
      .unionAll(
        db
          .selectFrom("archivedProducts")
          .select(["id", "options", sql.lit<ProductTable>("archivedProducts").as("table")])
          .where("id", "in", some),
      )
      .unionAll(
        db
          .selectFrom("draftProducts")
          .select(["id", sql<string | null>`null`.as("options"), sql.lit<ProductTable>("draftProducts").as("table")])
          .where("id", "in", some),
      )
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** How many of some ids are those of products on sale. */
export async function countSold(db: Database, ids: string[]) {
  let count = 0;
  for (let start = 0; start < ids.length; start += idsPerLookUp) {
    const some = db.selectFrom("products").where("id", "in", ids.slice(start, start + idsPerLookUp));
    const { sold } = await some.select((eb) => eb.fn.countAll<number>().as("sold")).executeTakeFirstOrThrow();
    count += Number(sold);
  }
  return count;
}

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
