import { sql } from "kysely";
import { type Database, engineOf, keepWritersOut } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { raiseCatalogRevision } from "../catalog-revision.ts";
import { filterRulesVersion, filtersOf, stockFilters } from "../filter-rules.ts";
import type { Filter } from "../filters.ts";
import { countProducts } from "../product-ids.ts";
import { buildSearchIndex, searchIndexVersion } from "../search/search-index.ts";
import { type ListOrder, listOrders, rankColumns } from "./list-orders.ts";
import { storeRanks } from "./rank-set.ts";

const productsPerRead = 5000;
const listsPerInsert = 50;
const versionKey = "catalogListsVersion";
const version = `${filterRulesVersion}.${searchIndexVersion}`;

/**
 * Makes everything that pages of lists are read from: ranks, brands and lists, and the index for searches. For the transaction that has changed the
 * products, whose positions run from 1 without gaps.
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
    await closeGaps(trx);
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

/** Earlier imports left gaps between positions where they moved products. */
async function closeGaps(db: Database) {
  await sql`update products set position = dense.position
    from (select id, row_number() over (order by position, id) as position from products) as dense
    where dense.id = products.id and dense.position <> products.position`.execute(db);
}

async function countBrands(db: Database) {
  await db.deleteFrom("brands").execute();
  await sql`insert into brands (slug, name, products)
    select "brandSlug", min(brand), count(*) from products where "brandSlug" is not null
    group by "brandSlug"`.execute(db);
}

interface Catalog {
  filters: Filter[];
  /** By a product's position: which of `filters` keep it, by their index there. */
  filtersOfProducts: number[][];
  /** The products' positions in each order. */
  sorted: Record<ListOrder, Uint32Array>;
}

/** Reads once through the catalog. Some hundred bytes are kept of a product. */
async function readCatalog(db: Database): Promise<Catalog> {
  const count = await countProducts(db);
  const indexes = new Map<Filter, number>(stockFilters.map((filter, index) => [filter, index]));
  const indexOf = (filter: Filter) => {
    const index = indexes.get(filter) ?? indexes.size;
    indexes.set(filter, index);
    return index;
  };
  const filtersOfProducts: number[][] = [];
  const prices = new Float64Array(count + 1);
  const ratings = new Float64Array(count + 1);
  for (let last = 0; last < count; last += productsPerRead) {
    for (const { position, tags, ...facts } of await readFacts(db, last)) {
      filtersOfProducts[position] = filtersOf({ ...facts, tags: JSON.parse(tags.toLowerCase()) }).map(indexOf);
      prices[position] = facts.priceCents;
      ratings[position] = facts.rating;
    }
  }
  const position = Uint32Array.from({ length: count }, (_, index) => index + 1);
  const sorted = {
    position,
    name: await readPositionsByName(db),
    highestPrice: position.toSorted((a, b) => (prices[b] as number) - (prices[a] as number) || a - b),
    lowestPrice: position.toSorted((a, b) => (prices[a] as number) - (prices[b] as number) || a - b),
    rating: position.toSorted((a, b) => (ratings[b] as number) - (ratings[a] as number) || a - b),
  };
  return { filters: [...indexes.keys()], filtersOfProducts, sorted };
}

function readFacts(db: Database, last: number) {
  return db
    .selectFrom("products")
    .select(["position", "discountPercentage", "rating", "availabilityStatus", "category"])
    .select(["priceCents", "tags", "brandSlug"])
    .where("position", ">", last)
    .where("position", "<=", last + productsPerRead)
    .execute();
}

async function readPositionsByName(db: Database) {
  const rows = await db.selectFrom("products").select("position").orderBy("titleKey").orderBy("position").execute();
  return Uint32Array.from(rows, ({ position }) => position);
}

async function writeRanks(db: Database, { sorted }: Catalog) {
  await db.deleteFrom("productRanks").execute();
  const ranks = listOrders.map((order) => ({ column: rankColumns[order], ofPositions: invert(sorted[order]) }));
  for (let start = 0; start < sorted.position.length; start += productsPerRead) {
    const rows = Array.from(sorted.position.subarray(start, start + productsPerRead), (position) =>
      Object.fromEntries(ranks.map(({ column, ofPositions }) => [column, ofPositions[position]])),
    );
    const columns = ranks.map(({ column }) => column);
    await insertRows(db, { table: "productRanks", columns, json: JSON.stringify(rows) });
  }
}

/** From the positions in an order to the rank of each position. */
function invert(positions: Uint32Array) {
  const ranks = new Uint32Array(positions.length + 1);
  for (const [index, position] of positions.entries()) ranks[position] = index + 1;
  return ranks;
}

async function writeLists(db: Database, { filters, filtersOfProducts, sorted }: Catalog) {
  await db.deleteFrom("catalogLists").execute();
  for (const sort of listOrders) {
    const lists = filters.map((): number[] => []);
    for (const [index, position] of sorted[sort].entries()) {
      for (const filter of filtersOfProducts[position] ?? []) lists[filter]?.push(index + 1);
    }
    const rows = lists.map((ranks, index) => ({ filter: filters[index] as Filter, sort, ...storeRanks(ranks) }));
    for (let start = 0; start < rows.length; start += listsPerInsert) {
      await db
        .insertInto("catalogLists")
        .values(rows.slice(start, start + listsPerInsert))
        .execute();
    }
  }
}
