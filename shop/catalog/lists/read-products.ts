import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { catalogVersion, listReader, readCatalogVersion } from "../../changes/catalog-version.ts";
import { isStorableText } from "../../forms/validate.ts";
import { withoutPlaceholder } from "../../pictures/own-picture.ts";
import { brandSlug } from "../../text/slug.ts";
import { isAt } from "../../values/product-address.ts";
import { type CardColumn, cardColumns } from "../fields/product-fields.ts";
import { toProduct } from "../fields/product-row.ts";
import type { CountedFacet, Filter, NamedBrand } from "../filters/filters.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product, ProductCard } from "../product.ts";
import { isSoldOut } from "../stock/availability.ts";
import { cardVariants } from "./card-variants.ts";
import type { ListedCard, ListedSiblings } from "./index/cards.ts";
import type { CatalogIndex, ListQuery } from "./index/catalog-index.ts";
import { isIndexBehind, readCatalogIndex } from "./index/current-index.ts";
import { type SearchResult, searchProducts } from "./search/search-products.ts";
import type { Sort } from "./sorts.ts";

export const productsPerPage = 24;
const trendingCount = 4;
/** How often a page is read while the catalog keeps changing, before it is shown anyway. */
const attempts = 3;

export interface ProductPage {
  products: ProductCard[];
  /** How many there are on all pages. Siblings count once, as they share a card. */
  total: number;
  /** From 1; the last page when more was asked for. */
  page: number;
  pages: number;
  /** How many cards each of the given choices would leave, alone in its facet, together with the filters of the other facets. */
  counts: Map<Filter, number>;
  /** The options that narrow the list, such as its sizes and colors, each with the number of cards that it would leave. */
  options: CountedFacet[];
  /** How the search was understood, if there was one. */
  search: Pick<SearchResult, "correctedQuery" | "isPartial" | "isCapped"> | undefined;
}

interface ProductQuery {
  /** Words to search for. Unless a sort is asked for, the best match comes first. */
  q?: string | undefined;
  filters?: Filter[];
  sort?: Sort | undefined;
  /** From 1; one past the end gives the last page. */
  page: number;
  /** Filters to be counted. */
  choices?: Filter[];
}

/**
 * One page of the product list: which products it has comes from the index in memory, and those on the page are read from the database. When
 * the catalog changes in between, the page is read again, so that it shows one version of the catalog. While the index is behind, the products are
 * newer than the list.
 *
 * @param known the index that the request has already read, which saves asking the database for its version again
 */
export async function readProductPage(
  db: Database,
  { q, filters = [], sort, page: wanted, choices = [] }: ProductQuery,
  known?: CatalogIndex,
): Promise<ProductPage> {
  const order = sort ?? "position";
  for (let attempt = 1; ; attempt++) {
    const index = attempt === 1 && known ? known : await readCatalogIndex(db);
    const { version } = index;
    const search = q === undefined ? undefined : await searchProducts(db, q, index);
    const list = { filters, among: search?.best };
    const { cards, ...page } = index.readPage({ ...list, order, page: wanted, perPage: productsPerPage, choices });
    const options = index.readOptions(list);
    const read = await readCards(db, cards);
    const versions = new Set([version, search?.version ?? version, read.version]);
    if (versions.size === 1 || attempt === attempts || isIndexBehind(db)) {
      const products = read.cards.map(({ card }) => card);
      return { ...page, products, options, search: search && understood(search) };
    }
  }
}

function understood({ correctedQuery, isPartial, isCapped }: SearchResult): ProductPage["search"] {
  return { correctedQuery, isPartial, isCapped };
}

/** How many cards each of some filters would leave, alone in its facet, together with the filters of the other facets. */
export async function countChoices(
  db: Database,
  query: Required<Pick<ProductQuery, "filters" | "choices">> & Pick<ProductQuery, "q">,
  index: CatalogIndex,
) {
  const { q, filters, choices } = query;
  const among = q === undefined ? undefined : (await searchProducts(db, q, index)).best;
  return index.readPage({ order: "position", filters, among, page: 1, perPage: 1, choices }).counts;
}

/** The first cards of a search, for suggestions while someone is typing. */
export async function readSuggestions(
  db: Database,
  q: string | undefined,
  limit: number,
  filters: Filter[] = [],
): Promise<ProductCard[]> {
  const index = await readCatalogIndex(db);
  const among = q === undefined ? undefined : (await searchProducts(db, q, index)).best;
  return readFirstCards(db, { filters, among }, limit, index);
}

/**
 * @param wanted in the order in which the cards are wanted
 * @returns the cards, each with its leader's tags, and the catalog's version that they belong to
 */
export async function readCards(db: Database, wanted: ListedCard[]) {
  if (wanted.length === 0) return { cards: [], version: await readCatalogVersion(db) };
  const numbers = new Set(wanted.flatMap(({ number, siblings }) => [number, siblings?.priced ?? number]));
  const from = await listReader(db);
  const rows = await from
    .selectFrom("products")
    .select([...cardColumns, "images", "tags"])
    .select(["number", catalogVersion.as("catalogVersion")])
    .where("number", "in", [...numbers])
    // The index may be behind.
    .where("isHidden", "=", 0)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const cards = wanted.flatMap(({ number, siblings }) => {
    const leader = byNumber.get(number);
    if (!leader) return [];
    const { number: _, catalogVersion: __, images, tags, ...row } = leader;
    const second = secondPicture(row.thumbnail, JSON.parse(images));
    const card = { ...toCard(row), ...(second !== undefined && { secondPicture: second }) };
    return { card: { ...card, ...(siblings && siblingsOnCard(siblings, byNumber)) }, tags };
  });
  return { cards, version: rows[0]?.catalogVersion ?? (await readCatalogVersion(db)) };
}

/** Another file than the card's, and another view: a thumbnail of its own usually shows what the first picture does. */
function secondPicture(thumbnail: string, [first, ...others]: string[]) {
  const second = others[0] === thumbnail ? first : others[0];
  return second && withoutPlaceholder(second);
}

/** What a card of siblings has in place of its leader's own price, and what it says of them. */
function siblingsOnCard(siblings: ListedSiblings, rows: Map<number, CardRow>) {
  const priced = rows.get(siblings.priced);
  if (!priced) return {};
  const { priceCents, formerCents, discountPercentage, contentAmount, contentUnit } = priced;
  return {
    priceCents,
    ...(contentAmount !== null && contentUnit !== null && { contentAmount, contentUnit }),
    discountPercentage,
    formerCents: formerCents ?? undefined,
    variants: cardVariants(siblings),
  };
}

/**
 * The first cards of a list.
 *
 * @param among the products that it may have; all by default
 * @param known the index that the request has already read
 */
export async function readFirstCards(
  db: Database,
  { filters = [], sort, among }: Pick<ProductQuery, "filters" | "sort"> & { among?: ListQuery["among"] },
  limit: number,
  known?: CatalogIndex,
): Promise<ProductCard[]> {
  const index = known ?? (await readCatalogIndex(db));
  const order = sort ?? "position";
  const { cards } = await readCards(
    db,
    index.readPage({ filters, among, order, page: 1, perPage: limit, choices: [] }).cards,
  );
  return cards.map(({ card }) => card);
}

/** One product, or undefined when shoppers see none with that id. */
export async function readProduct(db: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const shown = db.selectFrom("products").selectAll().where("id", "=", id).where("isHidden", "=", 0);
  const row = await shown.executeTakeFirst();
  return row && toProduct(row);
}

/** The same with the usual prices, which return when a sale ends. */
export async function readUsualProduct(db: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toProduct(usualRow(row));
}

/** How many pieces of a product are in stock, or undefined when the catalog has none with that address or id. */
export async function readStock(db: Database, segment: string): Promise<number | undefined> {
  if (!isStorableText(segment)) return undefined;
  const row = await db.selectFrom("products").select("stock").where(isAt(segment)).executeTakeFirst();
  return row?.stock;
}

/** The four highest rated cards; equal ratings by title. */
export async function readTrending(db: Database): Promise<ProductCard[]> {
  const index = await readCatalogIndex(db);
  const { cards } = await readCards(db, index.cardsOf(index.bestRated(trendingCount)));
  return cards.map(({ card }) => card);
}

/** The brands with these slugs that have products. */
export function brandsBySlug(index: CatalogIndex, slugs: string[]): NamedBrand[] {
  return slugs.length === 0 ? [] : index.brands().filter(({ slug }) => slugs.includes(slug));
}

/** The brands whose names contain a text, those with the most products first. */
export function findBrands(index: CatalogIndex, text: string, limit: number): NamedBrand[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const part = brandSlug(text);
  return index
    .brands()
    .filter(({ slug }) => slug.includes(part))
    .slice(0, limit);
}

export type CardRow = Pick<Selectable<ProductsTable>, CardColumn>;

/** SQLite's rows have no prototype, which React Router doesn't send. */
export function toCard({
  availabilityStatus,
  formerCents,
  address,
  contentAmount,
  contentUnit,
  ...row
}: CardRow): ProductCard {
  const stock = isSoldOut({ ...row, availabilityStatus }) ? 0 : row.stock;
  return {
    ...{ ...row, stock },
    ...(address !== null && { address }),
    ...(formerCents !== null && { formerCents }),
    ...(contentAmount !== null && contentUnit !== null && { contentAmount, contentUnit }),
  };
}
