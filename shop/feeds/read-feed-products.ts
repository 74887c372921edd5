import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { isShownAt } from "../catalog/fields/publication.ts";
import { listReader } from "../changes/catalog-version.ts";
import type { ShopDatabase } from "../shop.ts";

/** Few enough to block no request for long. */
const productsPerRead = 100;

/** A product that shoppers see. */
export interface FeedProduct extends ProductsTable {
  /** Whether a sibling has the same title, so that only the options tell them apart. */
  sharesTitle: boolean;
}

/**
 * All products that shoppers see, each sibling too, in the order in which they were added: the numbers never change, so that a change of the catalog
 * meanwhile neither drops a product nor repeats one.
 */
export async function* readFeedProducts({ db, now }: Pick<ShopDatabase, "db" | "now">) {
  for (let last = 0; ; ) {
    const reader = await listReader(db);
    const rows = await reader
      .selectFrom("products")
      .selectAll()
      .where("number", ">", last)
      .where("isHidden", "=", 0)
      .where(isShownAt(now().getTime()))
      .orderBy("number")
      .limit(productsPerRead)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    const shared = await readSharedTitles(reader, rows);
    yield rows.map((row): FeedProduct => ({ ...row, sharesTitle: shared.has(keyOf(row)) }));
    last = end.number;
  }
}

/** The titles that several products of a group have. */
async function readSharedTitles(db: Database, rows: ProductsTable[]) {
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))];
  if (groups.length === 0) return new Set<string>();
  const found = await db
    .selectFrom("products")
    .select(["group", "title"])
    .where("group", "in", groups)
    .where("isHidden", "=", 0)
    .groupBy(["group", "title"])
    .having((eb) => eb.fn.countAll(), ">", 1)
    .execute();
  return new Set(found.map(keyOf));
}

function keyOf({ group, title }: Pick<ProductsTable, "group" | "title">) {
  return JSON.stringify([group, title]);
}
