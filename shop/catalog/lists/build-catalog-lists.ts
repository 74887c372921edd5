import { sql } from "kysely";
import { type Database, engineOf, keepWritersOut } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { filterRulesVersion, filtersOf, stockFilters } from "../filter-rules.ts";
import { countProducts } from "../product-ids.ts";
import { buildSearchIndex, searchIndexVersion } from "../search/search-index.ts";
import { everything, type ListName, type ListOrder, listOrders, rankColumns } from "./list-orders.ts";
import { spacedRank } from "./move-ranks.ts";
import { storeRanks } from "./rank-set.ts";

const productsPerRead = 5000;
const listsPerInsert = 50;
const versionKey = "catalogListsVersion";
/** Raised whenever ranks are given otherwise: shops that are opened then make their lists anew. */
const ranksVersion = "2";
const version = `${filterRulesVersion}.${searchIndexVersion}.${ranksVersion}`;

/**
 * Makes everything that pages of lists are read from: ranks, brands and lists, and the index for searches. For the transaction that has changed the
 * products.
 */
export async function buildCatalogLists(transaction: Database) {
  await countBrands(transaction);
  if (engineOf(transaction) === "postgres") await sql`analyze products`.execute(transaction);
  const catalog = await readCatalog(transaction);
  await writeRanks(transaction, catalog);
  await writeLists(transaction, catalog);
  await buildSearchIndex(transaction);
  if (engineOf(transaction) === "postgres") {
    await sql`analyze "productRanks", "catalogLists", brands`.execute(transaction);
  }
  await transaction
    .insertInto("settings")
    .values({ key: versionKey, value: version })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: version }))
    .execute();
}

/**
 * Makes the lists of a shop whose products were imported before there were lists, or when filters had other rules. Of
 * several processes that start together, one does so.
 *
 * @returns how many products they are made of; 0 when nothing had to be done
 */
export async function bringListsUpToDate(db: Database) {
  if (await areListsCurrent(db)) return 0;
  return db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    if (await areListsCurrent(trx)) return 0;
    await buildCatalogLists(trx);
    const products = await countProducts(trx);
    if (products > 0) await raiseCatalogRevision(trx);
    return products;
  });
}

async function areListsCurrent(db: Database) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", versionKey).executeTakeFirst();
  return row?.value === version;
}

async function countBrands(db: Database) {
  await db.deleteFrom("brands").execute();
  await sql`insert into brands (slug, name, products)
    select "brandSlug", min(brand), count(*) from products where "brandSlug" is not null
    group by "brandSlug"`.execute(db);
}

interface Catalog {
  /** The filters' lists, and that of all products. */
  lists: ListName[];
  /** By a product's position: which of `lists` have it, by their index there. */
  listsOfProducts: number[][];
  /** The products' positions in each order. */
  sorted: Record<ListOrder, Uint32Array>;
}

/** Reads once through the catalog. Some hundred bytes are kept of a product. */
async function readCatalog(db: Database): Promise<Catalog> {
  const first: ListName[] = [everything, ...stockFilters];
  const indexes = new Map(first.map((list, index) => [list, index]));
  const indexOf = (list: ListName) => {
    const index = indexes.get(list) ?? indexes.size;
    indexes.set(list, index);
    return index;
  };
  const positions: number[] = [];
  const listsOfProducts: number[][] = [];
  const prices: number[] = [];
  const ratings: number[] = [];
  for (;;) {
    const products = await readFacts(db, positions.at(-1) ?? 0);
    if (products.length === 0) break;
    for (const { position, tags, ...facts } of products) {
      const lists: ListName[] = [everything, ...filtersOf({ ...facts, tags: JSON.parse(tags.toLowerCase()) })];
      positions.push(position);
      listsOfProducts[position] = lists.map(indexOf);
      prices[position] = facts.priceCents;
      ratings[position] = facts.rating;
    }
  }
  const position = Uint32Array.from(positions);
  const sorted = {
    position,
    name: await readPositionsByName(db),
    highestPrice: position.toSorted((a, b) => (prices[b] as number) - (prices[a] as number) || a - b),
    lowestPrice: position.toSorted((a, b) => (prices[a] as number) - (prices[b] as number) || a - b),
    rating: position.toSorted((a, b) => (ratings[b] as number) - (ratings[a] as number) || a - b),
  };
  return { lists: [...indexes.keys()], listsOfProducts, sorted };
}

function readFacts(db: Database, last: number) {
  return db
    .selectFrom("products")
    .select(["position", "discountPercentage", "rating", "availabilityStatus", "category"])
    .select(["priceCents", "tags", "brandSlug"])
    .where("position", ">", last)
    .orderBy("position")
    .limit(productsPerRead)
    .execute();
}

async function readPositionsByName(db: Database) {
  const rows = await db.selectFrom("products").select("position").orderBy("titleKey").orderBy("position").execute();
  return Uint32Array.from(rows, ({ position }) => position);
}

async function writeRanks(db: Database, { sorted }: Catalog) {
  await db.deleteFrom("productRanks").execute();
  const ranks = listOrders.map((order) => ({ column: rankColumns[order], ofPositions: ranksOf(order, sorted[order]) }));
  for (let start = 0; start < sorted.position.length; start += productsPerRead) {
    const rows = Array.from(sorted.position.subarray(start, start + productsPerRead), (position) =>
      Object.fromEntries(ranks.map(({ column, ofPositions }) => [column, ofPositions[position]])),
    );
    const columns = ranks.map(({ column }) => column);
    await insertRows(db, { table: "productRanks", columns, json: JSON.stringify(rows) });
  }
}

/** The rank of each position in an order. The catalog's own order has the positions themselves. */
function ranksOf(order: ListOrder, positions: Uint32Array) {
  const ranks: number[] = [];
  for (const [index, position] of positions.entries()) ranks[position] = rankOf(order, index, position);
  return ranks;
}

function rankOf(order: ListOrder, index: number, position: number) {
  return order === "position" ? position : spacedRank(index);
}

async function writeLists(db: Database, { lists, listsOfProducts, sorted }: Catalog) {
  await db.deleteFrom("catalogLists").execute();
  for (const sort of listOrders) {
    const ranks = lists.map((): number[] => []);
    for (const [index, position] of sorted[sort].entries()) {
      const rank = rankOf(sort, index, position);
      for (const list of listsOfProducts[position] ?? []) ranks[list]?.push(rank);
    }
    const rows = ranks.map((members, index) => ({ filter: lists[index] as ListName, sort, ...storeRanks(members) }));
    for (let start = 0; start < rows.length; start += listsPerInsert) {
      await db
        .insertInto("catalogLists")
        .values(rows.slice(start, start + listsPerInsert))
        .execute();
    }
  }
}
