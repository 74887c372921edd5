import { sql } from "kysely";
import { type Database, engineOf, keepWritersOut } from "#database/connect.ts";
import type { CatalogListsTable } from "#database/schema.ts";
import { raiseCatalogRevision } from "./catalog-revision.ts";
import { filterRulesVersion, filtersOf, stockFilters } from "./filter-rules.ts";
import type { Filter } from "./filters.ts";
import { type ListOrder, listOrders, packRanks, rankColumns } from "./list-ranks.ts";
import { countProducts } from "./product-ids.ts";

/** Few enough that a changed stock rewrites little, many enough that a list of 100,000 is 25 stretches. */
const ranksPerStretch = 4096;
const productsPerRead = 5000;
const stretchesPerInsert = 50;
const versionKey = "catalogListsVersion";

/**
 * Makes everything that pages of lists are read from: ranks, brands and lists. For the transaction that has changed the
 * products, whose positions run from 1 without gaps.
 */
export async function buildCatalogLists(transaction: Database) {
  await rankProducts(transaction);
  await countBrands(transaction);
  if (engineOf(transaction) === "postgres") {
    await sql`analyze products, "productRanks", brands`.execute(transaction);
  }
  await writeLists(transaction, await readMemberships(transaction));
  await transaction
    .insertInto("settings")
    .values({ key: versionKey, value: filterRulesVersion })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: filterRulesVersion }))
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
  return row?.value === filterRulesVersion;
}

/** Earlier imports left gaps between positions where they moved products. */
async function closeGaps(db: Database) {
  await sql`update products set position = dense.position
    from (select id, row_number() over (order by position, id) as position from products) as dense
    where dense.id = products.id and dense.position <> products.position`.execute(db);
}

async function rankProducts(db: Database) {
  await db.deleteFrom("productRanks").execute();
  await sql`insert into "productRanks"
      (position, "nameRank", "highestPriceRank", "lowestPriceRank", "ratingRank")
    select position,
      row_number() over (order by "titleKey", position),
      row_number() over (order by "priceCents" desc, position),
      row_number() over (order by "priceCents", position),
      row_number() over (order by rating desc, position)
    from products order by position`.execute(db);
}

async function countBrands(db: Database) {
  await db.deleteFrom("brands").execute();
  await sql`insert into brands (slug, name, products)
    select "brandSlug", min(brand), count(*) from products where "brandSlug" is not null
    group by "brandSlug"`.execute(db);
}

interface Memberships {
  filters: Filter[];
  /** By a product's position: which of `filters` keep it, by their index there. */
  ofProducts: number[][];
  /** By a rank in each order: the product's position. */
  positions: Record<ListOrder, Uint32Array>;
}

/** Reads once through the catalog. Some 30 bytes are kept of a product and each order. */
async function readMemberships(db: Database): Promise<Memberships> {
  const count = await countProducts(db);
  const indexes = new Map<Filter, number>(stockFilters.map((filter, index) => [filter, index]));
  const indexOf = (filter: Filter) => {
    const index = indexes.get(filter) ?? indexes.size;
    indexes.set(filter, index);
    return index;
  };
  const ofProducts: number[][] = [];
  const positions = Object.fromEntries(listOrders.map((order) => [order, new Uint32Array(count + 1)]));
  for (let last = 0; last < count; last += productsPerRead) {
    for (const { tags, ...row } of await readFacts(db, last)) {
      ofProducts[row.position] = filtersOf({ ...row, tags: JSON.parse(tags.toLowerCase()) }).map(indexOf);
      for (const order of listOrders) (positions[order] as Uint32Array)[row[rankColumns[order]]] = row.position;
    }
  }
  return { filters: [...indexes.keys()], ofProducts, positions: positions as Memberships["positions"] };
}

function readFacts(db: Database, last: number) {
  return db
    .selectFrom("products")
    .innerJoin("productRanks", "productRanks.position", "products.position")
    .select(["discountPercentage", "rating", "availabilityStatus", "category", "priceCents", "tags", "brandSlug"])
    .select(["products.position", "nameRank", "highestPriceRank", "lowestPriceRank", "ratingRank"])
    .where("products.position", ">", last)
    .where("products.position", "<=", last + productsPerRead)
    .orderBy("products.position")
    .execute();
}

async function writeLists(db: Database, { filters, ofProducts, positions }: Memberships) {
  await db.deleteFrom("catalogLists").execute();
  for (const order of listOrders) {
    const lists = filters.map((): number[] => []);
    for (const [rank, position] of positions[order].entries()) {
      for (const index of ofProducts[position] ?? []) lists[index]?.push(rank);
    }
    const stretches = lists.flatMap((ranks, index) => cut(filters[index] as Filter, order, ranks));
    for (let start = 0; start < stretches.length; start += stretchesPerInsert) {
      await db
        .insertInto("catalogLists")
        .values(stretches.slice(start, start + stretchesPerInsert))
        .execute();
    }
  }
}

/** A list in stretches; an empty one, which a changed stock may fill, is one stretch too. */
function cut(filter: Filter, sort: ListOrder, ranks: number[]) {
  const stretches: CatalogListsTable[] = [];
  for (let start = 0; start === 0 || start < ranks.length; start += ranksPerStretch) {
    const piece = ranks.slice(start, start + ranksPerStretch);
    const firstRank = start === 0 ? 1 : (piece[0] as number);
    stretches.push({ filter, sort, firstRank, count: piece.length, members: packRanks(piece) });
  }
  return stretches;
}
