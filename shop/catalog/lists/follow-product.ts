import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { type FilteredFacts, filtersOf } from "../filter-rules.ts";
import { reindexProduct } from "../search/search-index.ts";
import { changeLists } from "./change-lists.ts";
import { everything, type ListName, type ListOrder, rankColumns } from "./list-orders.ts";
import { type Move, moveRanks } from "./move-ranks.ts";
import { shiftRanks } from "./rank-set.ts";

/**
 * Has all that pages of lists are read from follow one product: ranks, lists, brands and the index for searches. Only the product's old and
 * new places are touched, and the few products that make room for it. The last thing that the transaction does which has changed the product.
 *
 * @param before undefined for a product that is new in the catalog
 * @param after undefined for one that has left it
 */
export async function followProduct(
  transaction: Database,
  before: ProductsTable | undefined,
  after: ProductsTable | undefined,
) {
  await raiseCatalogRevision(transaction);
  const lists = { before: new Set(before && listsOf(before)), after: new Set(after && listsOf(after)) };
  for (const [order, move] of await moveRanks(transaction, before, after)) {
    await followMove(transaction, order, move, lists);
  }
  if (before?.brand !== after?.brand) {
    for (const slug of new Set([before?.brandSlug, after?.brandSlug])) if (slug) await countBrand(transaction, slug);
  }
  await reindexProduct(transaction, before, after);
}

async function followMove(
  db: Database,
  order: ListOrder,
  move: Move,
  { before, after }: Record<"before" | "after", Set<ListName>>,
) {
  const { from, to, shift } = move;
  const own = [...before, ...after].filter((list) => from !== to || !before.has(list) || !after.has(list));
  const shifted = shift ? await readListsBetween(db, order, [shift.low + shift.by, shift.high + shift.by]) : [];
  await changeLists(db, order, new Set([...own, ...shifted]), (members, name) => {
    if (from !== undefined && before.has(name)) members.delete(from);
    if (shift) shiftRanks(members, shift);
    if (to !== undefined && after.has(name)) members.add(to);
  });
}

/** The lists that have any of the products from one rank to another. */
async function readListsBetween(db: Database, order: ListOrder, [first, last]: [number, number]) {
  const rank = `productRanks.${rankColumns[order]}` as const;
  const products = await db
    .selectFrom("productRanks")
    .innerJoin("products", "products.position", "productRanks.position")
    .select(["discountPercentage", "products.rating", "availabilityStatus", "category"])
    .select(["priceCents", "tags", "brandSlug"])
    .where(rank, ">=", first)
    .where(rank, "<=", last)
    .execute();
  return products.flatMap(listsOf);
}

function listsOf({ tags, ...facts }: Omit<FilteredFacts, "tags"> & { tags: string }): ListName[] {
  return [everything, ...filtersOf({ ...facts, tags: JSON.parse(tags.toLowerCase()) })];
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
