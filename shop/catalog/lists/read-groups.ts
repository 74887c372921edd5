import type { Database } from "#database/connect.ts";
import { listReader } from "../../changes/catalog-version.ts";
import { toProduct } from "../fields/product-row.ts";
import type { Filter } from "../filters/filters.ts";
import type { Product } from "../product.ts";
import type { ListedCard, OptionValues } from "./index/cards.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import type { PriceRange } from "./index/price-ranks.ts";
import { searchProducts } from "./search/search-products.ts";
import type { Sort } from "./sorts.ts";

/** A product as one of its group. */
export interface ShownVariant extends Product {
  number: number;
}

/** A product, or a group of siblings, with its variants. */
export interface ShownGroup {
  /** At least one. The one that stands for all is first. Of many, some. */
  variants: [ShownVariant, ...ShownVariant[]];
  /** The lowest and the highest price in cents, of all that could be listed. */
  prices: [number, number];
  /** The options in which all siblings differ, with the values in the catalog's order; none for a product without siblings. */
  options: OptionValues[];
}

interface GroupQuery {
  /** Words to search for. */
  q?: string | undefined;
  filters: Filter[];
  price?: PriceRange | undefined;
  /** Without one, the best match comes first, or the catalog's order counts. */
  sort?: Sort | undefined;
  /** From 1 */
  page: number;
  perPage: number;
  /** How many variants of a group are read. */
  mostVariants: number;
}

/** One page of a list, each card with its variants. A page past the end is empty. */
export async function readGroupPage(db: Database, query: GroupQuery) {
  const { q, filters, price, sort, page, perPage, mostVariants } = query;
  const index = await readCatalogIndex(db);
  const search = q === undefined ? undefined : await searchProducts(db, q, index);
  const list = { filters, price, among: search?.best, order: sort ?? ("position" as const), choices: [] };
  const { cards, total, pages } = index.readPage({ ...list, page, perPage });
  const groups = page > pages ? [] : await readGroups(db, cards, mostVariants);
  const { correctedQuery, isPartial = false } = search ?? {};
  return { groups, total, hasMore: page < pages, correctedQuery, isPartial };
}

/** The groups of some variants. @param wanted the numbers of variants of one group each, the one that stands for all first */
export async function readGroupsOf(db: Database, wanted: number[][]): Promise<ShownGroup[]> {
  const index = await readCatalogIndex(db);
  const cards = index.cardsOf(wanted.map(([first = 0]) => first));
  return readVariantsOf(
    db,
    cards.map((card, place) => ({ card, numbers: wanted[place] ?? [] })),
  );
}

/** The numbers of some products, in their order. */
export async function numbersOf(db: Database, ids: string[]) {
  const rows = await db.selectFrom("products").select(["id", "number"]).where("id", "in", ids).execute();
  const byId = new Map(rows.map(({ id, number }) => [id, number]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Filters and prices that variants may have to pass. */
export interface VariantFilters {
  filters: Filter[];
  price?: PriceRange | undefined;
}

/**
 * The variant that stands for a product's whole group: the first that can be bought, or else the first.
 *
 * @returns undefined if the filters keep none
 */
export async function findFeatured(db: Database, number: number, choice: VariantFilters) {
  const index = await readCatalogIndex(db);
  const [card = { number }] = index.cardsOf([number]);
  const candidates = [card.number, ...(card.siblings?.kept ?? [])];
  const kept = await keptOf(db, candidates, choice);
  return candidates.find((candidate) => kept.has(candidate));
}

/** Those of some products that the filters keep. */
export async function keptOf(db: Database, numbers: number[], choice: VariantFilters) {
  const isAny = choice.filters.length === 0 && !choice.price;
  return isAny ? new Set(numbers) : (await readCatalogIndex(db)).keptOf(numbers, choice);
}

function readGroups(db: Database, cards: ListedCard[], mostVariants: number) {
  const wanted = cards.map((card) => {
    const others = card.siblings?.kept.filter((number) => number !== card.number) ?? [];
    return { card, numbers: [card.number, ...others].slice(0, mostVariants) };
  });
  return readVariantsOf(db, wanted);
}

async function readVariantsOf(db: Database, wanted: { card: ListedCard; numbers: number[] }[]): Promise<ShownGroup[]> {
  const numbers = wanted.flatMap((each) => each.numbers);
  if (numbers.length === 0) return [];
  const from = await listReader(db);
  const rows = await from
    .selectFrom("products")
    .selectAll()
    .where("number", "in", numbers)
    // The index may be behind.
    .where("isHidden", "=", 0)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, { ...toProduct(row), number: row.number }]));
  return wanted.flatMap(({ card: { siblings }, numbers }) => {
    const [first, ...others] = numbers.flatMap((number) => byNumber.get(number) ?? []);
    if (!first) return [];
    const { prices = [first.priceCents, first.priceCents], options = [] } = siblings ?? {};
    return [{ variants: [first, ...others], prices, options }];
  });
}
