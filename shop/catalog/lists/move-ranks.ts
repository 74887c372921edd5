import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import type { Sort } from "../sorts.ts";
import { rankColumns } from "./list-orders.ts";
import { shiftRanks } from "./rank-set.ts";

const listsPerInsert = 50;

/** What a product's place in each sort follows from. */
export type SortedFacts = Pick<ProductsTable, "position" | "titleKey" | "priceCents" | "rating">;

/** How two products stand to each other in each sort; equal ones stand in the catalog's own order. */
const comparisons: Record<Sort, (one: SortedFacts, other: SortedFacts) => number> = {
  // Byte by byte, as both engines compare.
  name: (one, other) => Buffer.compare(Buffer.from(one.titleKey), Buffer.from(other.titleKey)),
  highestPrice: (one, other) => other.priceCents - one.priceCents,
  lowestPrice: (one, other) => one.priceCents - other.priceCents,
  rating: (one, other) => other.rating - one.rating,
};
const sorts = Object.keys(comparisons) as Sort[];

/**
 * Gives a product its new places in the sorts of which it has left its place, and moves all between the old and the new one by one. For
 * the transaction that has changed the product and then raised the catalog's revision.
 */
export async function moveRanks(transaction: Database, before: SortedFacts, after: SortedFacts) {
  const moved = sorts.filter((sort) => comparisons[sort](before, after) !== 0);
  if (moved.length > 0) await placeAnew(transaction, after, moved);
}

/** Gives the catalog's new last product its places. For the transaction that has added it and then raised the catalog's revision. */
export async function addRanks(transaction: Database, product: SortedFacts) {
  const { position: last } = product;
  await transaction
    .insertInto("productRanks")
    .values({ position: last, nameRank: last, highestPriceRank: last, lowestPriceRank: last, ratingRank: last })
    .execute();
  await placeAnew(transaction, product, sorts);
}

async function placeAnew(db: Database, product: SortedFacts, moved: Sort[]) {
  const { position } = product;
  const ranks = await db
    .selectFrom("productRanks")
    .selectAll()
    .select((eb) => eb.selectFrom("productRanks").select(eb.fn.max("position").as("count")).as("count"))
    .where("position", "=", position)
    .executeTakeFirstOrThrow();
  for (const sort of moved) {
    const from = ranks[rankColumns[sort]];
    const to = await findRank(db, sort, { product, from, count: Number(ranks.count) });
    if (from !== to) await moveRank(db, sort, from, to);
  }
}

/** Finds a product's place between the others by halving what is left of them: 17 short reads in a catalog of 100,000. */
async function findRank(
  db: Database,
  sort: Sort,
  { product, from, count }: { product: SortedFacts; from: number; count: number },
) {
  let [first, last] = [1, count];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const other = await readAt(db, sort, middle < from ? middle : middle + 1);
    const isBefore = (comparisons[sort](other, product) || other.position - product.position) < 0;
    if (isBefore) first = middle + 1;
    else last = middle;
  }
  return first;
}

function readAt(db: Database, sort: Sort, rank: number) {
  return db
    .selectFrom("productRanks")
    .innerJoin("products", "products.position", "productRanks.position")
    .select(["products.position", "titleKey", "priceCents", "rating"])
    .where(`productRanks.${rankColumns[sort]}`, "=", rank)
    .executeTakeFirstOrThrow();
}

async function moveRank(db: Database, sort: Sort, from: number, to: number) {
  const column = sql.ref(rankColumns[sort]);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const step = to > from ? -1 : 1;
  await sql`update "productRanks"
    set ${column} = case when ${column} = ${sql.lit(from)} then ${sql.lit(to)} else ${column} + ${sql.lit(step)} end
    where ${column} between ${sql.lit(low)} and ${sql.lit(high)}`.execute(db);
  const lists = await db.selectFrom("catalogLists").select(["filter", "members"]).where("sort", "=", sort).execute();
  const shifted = lists.flatMap(({ filter, members }) => {
    const changed = shiftRanks(members, from, to);
    return changed ? [{ filter, sort, ...changed }] : [];
  });
  for (let start = 0; start < shifted.length; start += listsPerInsert) {
    await db
      .insertInto("catalogLists")
      .values(shifted.slice(start, start + listsPerInsert))
      .onConflict((conflict) =>
        conflict.columns(["filter", "sort"]).doUpdateSet((eb) => ({ members: eb.ref("excluded.members") })),
      )
      .execute();
  }
}
