import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductRanksTable, ProductsTable } from "#database/schema.ts";
import type { Sort } from "../sorts.ts";
import { everything, type ListOrder, rankColumns } from "./list-orders.ts";
import { listRanks, type Shift } from "./rank-set.ts";

/** Every so many products one rank stays free in each sort, so that few have to make room for another one. */
const productsPerFreeRank = 4;

/** The rank in a sort that is made anew. @param index the product's place there, from 0 */
export function spacedRank(index: number) {
  return 1 + index + Math.floor(index / productsPerFreeRank);
}

/** What a product's place in each sort follows from. */
type SortedFacts = Pick<ProductsTable, "position" | "titleKey" | "priceCents" | "rating">;

/** A product's old and new rank in an order (undefined where it has none), and which others have made room for it. */
export interface Move {
  from: number | undefined;
  to: number | undefined;
  shift?: Shift;
}

/** How two products stand to each other in each sort; equal ones stand in the catalog's own order. */
const comparisons: Record<Sort, (one: SortedFacts, other: SortedFacts) => number> = {
  // Byte by byte, as both engines compare.
  name: (one, other) => Buffer.compare(Buffer.from(one.titleKey), Buffer.from(other.titleKey)),
  highestPrice: (one, other) => other.priceCents - one.priceCents,
  lowestPrice: (one, other) => one.priceCents - other.priceCents,
  rating: (one, other) => other.rating - one.rating,
};
const sorts = Object.keys(comparisons) as Sort[];

/** Where a product stands in each order. */
export function readRanks(db: Database, position: number) {
  return db.selectFrom("productRanks").selectAll().where("position", "=", position).executeTakeFirstOrThrow();
}

/**
 * Gives a product its ranks: new ones in the sorts of which it has left its place. What was its rank before, or that of a product that left,
 * stays free. For the transaction that has changed the product and then raised the catalog's revision; lists are to follow.
 *
 * @param before undefined for a product that is new in the catalog
 * @param after undefined for one that has left it
 */
export async function moveRanks(
  transaction: Database,
  before: SortedFacts | undefined,
  after: SortedFacts | undefined,
): Promise<Map<ListOrder, Move>> {
  const old = before && (await readRanks(transaction, before.position));
  const moves = new Map<ListOrder, Move>([["position", { from: before?.position, to: after?.position }]]);
  for (const sort of sorts) {
    const from = old?.[rankColumns[sort]];
    const stays = before && after && comparisons[sort](before, after) === 0;
    const move = !after || stays ? { from, to: after && from } : await makeRoom(transaction, sort, after, from);
    moves.set(sort, move);
  }
  if (after) await writeRanks(transaction, after.position, moves);
  else if (before) await transaction.deleteFrom("productRanks").where("position", "=", before.position).execute();
  return moves;
}

async function writeRanks(db: Database, position: number, moves: Map<ListOrder, Move>) {
  const moved = [...moves].filter(([, { from, to }]) => from !== to);
  if (moved.length === 0) return;
  const ranks = Object.fromEntries(moved.map(([order, { to }]) => [rankColumns[order], to]));
  await db
    .insertInto("productRanks")
    .values({ position, nameRank: 0, highestPriceRank: 0, lowestPriceRank: 0, ratingRank: 0, ...ranks })
    .onConflict((conflict) => conflict.column("position").doUpdateSet(ranks as Partial<ProductRanksTable>))
    .execute();
}

/** Finds a product's place in a sort, and has others make room where no rank is free there. */
async function makeRoom(db: Database, sort: Sort, product: SortedFacts, from: number | undefined): Promise<Move> {
  const others = await readOtherRanks(db, sort, from);
  const index = await findPlace(db, sort, product, others);
  const room = roomAt(others, index, from);
  if (room.shift) await shiftRows(db, sort, room.shift);
  return { from, ...room };
}

/** The ranks in a sort that products have, except one. Ascending. */
async function readOtherRanks(db: Database, sort: Sort, except: number | undefined) {
  const list = await db
    .selectFrom("catalogLists")
    .select("members")
    .where("filter", "=", everything)
    .where("sort", "=", sort)
    .executeTakeFirst();
  const ranks = list ? listRanks(list.members) : new Uint32Array();
  return except === undefined ? ranks : ranks.filter((rank) => rank !== except);
}

/** Finds how many of the others come before a product, by halving what is left of them: 17 short reads in a catalog of 100,000. */
async function findPlace(db: Database, sort: Sort, product: SortedFacts, others: Uint32Array) {
  let [first, last] = [0, others.length];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const other = await readAt(db, sort, others[middle] as number);
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

/**
 * A rank for a product that comes before the one at an index of the others: the one that it has if that is between its neighbors, a free one,
 * or that of a neighbor, who moves by one, with all up to the nearest free rank.
 */
function roomAt(others: Uint32Array, index: number, own = 0): { to: number; shift?: Shift } {
  const before = others[index - 1] ?? 0;
  const behind = others[index] ?? Number.POSITIVE_INFINITY;
  if (before < own && own < behind) return { to: own };
  if (behind - before > 1) return { to: before + 1 };
  let low = before;
  for (let at = index - 2; others[at] === low - 1; at--) low -= 1;
  let high = behind;
  for (let at = index + 1; others[at] === high + 1; at++) high += 1;
  const isDown = low > 1 && before - low < high - behind;
  return isDown
    ? { to: before, shift: { low, high: before, by: -1 } }
    : { to: behind, shift: { low: behind, high, by: 1 } };
}

async function shiftRows(db: Database, sort: Sort, { low, high, by }: Shift) {
  const column = sql.ref(rankColumns[sort]);
  await sql`update "productRanks" set ${column} = ${column} + ${sql.lit(by)}
    where ${column} between ${sql.lit(low)} and ${sql.lit(high)}`.execute(db);
}
