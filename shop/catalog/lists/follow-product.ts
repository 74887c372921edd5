import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { filtersOf } from "../filter-rules.ts";
import { reindexProduct } from "../search/search-index.ts";
import { changeFilters } from "./move-between-lists.ts";
import { addRanks, moveRanks } from "./move-ranks.ts";

/**
 * Has all that pages of lists are read from follow one product: ranks, lists, brands and the index for searches. Only what is between the
 * product's old places and its new ones is touched. The last thing that the transaction does which has changed the product, or has added it
 * as the catalog's last.
 */
export async function followProduct(transaction: Database, before: ProductsTable | undefined, after: ProductsTable) {
  await raiseCatalogRevision(transaction);
  if (before) await moveRanks(transaction, before, after);
  else await addRanks(transaction, after);
  const from = before ? filtersOfRow(before) : [];
  await changeFilters(transaction, after.position, { from, to: filtersOfRow(after) });
  if (before?.brand !== after.brand) {
    for (const slug of new Set([before?.brandSlug, after.brandSlug])) if (slug) await countBrand(transaction, slug);
  }
  await reindexProduct(transaction, before, after);
}

function filtersOfRow({ tags, ...facts }: ProductsTable) {
  return filtersOf({ ...facts, tags: JSON.parse(tags.toLowerCase()) });
}

async function countBrand(db: Database, slug: string) {
  const { name, products } = await db
    .selectFrom("products")
    .select((eb) => [eb.fn.min("brand").as("name"), eb.fn.countAll<number>().as("products")])
    .where("brandSlug", "=", slug)
    .executeTakeFirstOrThrow();
  if (!name) {
    await db.deleteFrom("brands").where("slug", "=", slug).execute();
    return;
  }
  const counted = { name, products: Number(products) };
  await db
    .insertInto("brands")
    .values({ slug, ...counted })
    .onConflict((conflict) => conflict.column("slug").doUpdateSet(counted))
    .execute();
}
