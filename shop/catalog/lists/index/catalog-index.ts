import { LRUCache } from "lru-cache";
import type { Currency } from "../../../values/money.ts";
import {
  type CategoryKinds,
  type FacetName,
  type Filter,
  facetOfFilter,
  type NamedBrand,
} from "../../filters/filters.ts";
import { bandsBetween } from "../../filters/price-bands.ts";
import { FacetColumn } from "./facet-column.ts";
import { type FacetColumns, facets, parseBrand } from "./facets.ts";
import { choosePriceBounds } from "./price-bounds.ts";
import { type ListOrder, type OrderColumns, ProductOrders } from "./product-orders.ts";

/** What the index keeps of a product. */
export type IndexedProduct = FacetColumns & OrderColumns;

interface CatalogChange {
  changed: IndexedProduct[];
  removed: number[];
  kinds: CategoryKinds;
}

export interface ListQuery {
  order: ListOrder;
  /** Those of one facet widen the list, those of different facets narrow it. */
  filters: Filter[];
  /** Only these products, if it is given: what a search found, the best first, which is their order unless another is asked for. */
  among: number[] | undefined;
  /** From 1; one past the end gives the last page. */
  page: number;
  perPage: number;
  /** Filters to be counted. */
  choices: Filter[];
}

/** A page of a list before its products are read. */
export interface ListPage {
  total: number;
  page: number;
  pages: number;
  /** The numbers of the page's products. */
  numbers: number[];
  /** How many products each choice would leave, alone in its facet, together with the filters of the other facets. */
  counts: Map<Filter, number>;
}

/** How many products a list has, and how many of them have which value of each facet, by the values' ids. */
interface Scan {
  total: number;
  /** By the products' numbers: 1 for those in the list, 2 for those that only a price band keeps out of it. */
  isKept: Uint8Array;
  counts: Uint32Array[];
  /** Of both, by price. */
  priceCounts?: Uint32Array;
}

const spareRoom = 1.25;
/** Up to five bytes per product each. */
const scansKept = 16;
const facetNames = Object.keys(facets) as (keyof typeof facets)[];
const priceFacet = facetNames.length;

/**
 * All that product lists need of the catalog, in memory: some 100 bytes for each product. Products are known by their numbers, which are the
 * indexes of all arrays. A page of 100,000 products takes about a millisecond. See docs/decisions/0118.
 */
export class CatalogIndex {
  /** The catalog's version that it shows. */
  version = "";
  kinds: CategoryKinds = new Map();
  #capacity = 0;
  /** By the products' numbers: 1 for those in the catalog. */
  #isListed = new Uint8Array(0);
  readonly #orders = new ProductOrders();
  readonly #columns = facetNames.map((name) => new FacetColumn(facets[name]));
  /** By their filters, because all pages and orders of a list share its scan. */
  readonly #scans = new LRUCache<string, Scan>({ max: scansKept });
  #brands: NamedBrand[] | undefined;

  /** Adds the first products; `sort` then puts them into order. */
  load(products: IndexedProduct[]) {
    for (const product of products) this.#set(product);
  }

  async sort(version: string, kinds: CategoryKinds) {
    this.kinds = kinds;
    const numbers: number[] = [];
    for (let number = 0; number < this.#capacity; number++) if (this.#isListed[number]) numbers.push(number);
    await this.#orders.sort(Uint32Array.from(numbers));
    this.version = version;
  }

  /** Follows a change of the catalog. @param removed the numbers of products that left it */
  update(version: string, { changed, removed, kinds }: CatalogChange) {
    this.kinds = kinds;
    const leaving = new Set(removed.filter((number) => this.#isListed[number]));
    const moved = new Set(leaving);
    for (const number of leaving) this.#isListed[number] = 0;
    for (const product of changed) {
      if (this.#set(product)) moved.add(product.number);
      leaving.delete(product.number);
    }
    if (moved.size > 0) this.#orders.update(moved, leaving);
    this.version = version;
    this.#scans.clear();
    this.#brands = undefined;
  }

  /** @returns whether the product's place in the orders changes */
  #set(product: IndexedProduct) {
    const { number } = product;
    if (number >= this.#capacity) this.#grow(Math.ceil((number + 1) * spareRoom));
    const isNew = !this.#isListed[number];
    this.#isListed[number] = 1;
    for (const column of this.#columns) column.set(number, product);
    return this.#orders.set(product) || isNew;
  }

  #grow(capacity: number) {
    this.#capacity = capacity;
    const isListed = new Uint8Array(capacity);
    isListed.set(this.#isListed);
    this.#isListed = isListed;
    this.#orders.grow(capacity);
    for (const column of this.#columns) column.grow(capacity);
  }

  /** One page of a list, and the counts of its choices. */
  readPage(query: ListQuery): ListPage {
    const { filters, among, perPage } = query;
    const scan = among ? this.#scan(filters, among) : this.#scanAll(filters);
    const { total } = scan;
    const pages = Math.max(1, Math.ceil(total / perPage));
    const page = Math.min(query.page, pages);
    const numbers = pick(this.#ordered(query), scan.isKept, { skip: (page - 1) * perPage, limit: perPage });
    return { total, page, pages, numbers, counts: this.#countsOf(query.choices, scan) };
  }

  #ordered({ order, among }: ListQuery): ArrayLike<number> {
    if (!among) return this.#orders.in(order);
    return order === "position" ? among : among.toSorted(this.#orders.comparedIn(order));
  }

  /** The first of some products in the catalog's order. */
  firstInCatalog(numbers: number[], limit: number): number[] {
    const listed = numbers.filter((number) => this.#isListed[number]);
    return listed.sort(this.#orders.comparedIn("position")).slice(0, limit);
  }

  /** All brands, those with the most products first, and by slug where they tie. */
  brands(): NamedBrand[] {
    this.#brands ??= this.#readBrands();
    return this.#brands;
  }

  /** The price bands that the menu offers, ascending. All processes with this version have the same. */
  priceBands(currency: Currency) {
    return bandsBetween(choosePriceBounds(this.#orders.priceRanks(), currency));
  }

  #readBrands(): NamedBrand[] {
    const index = facetNames.indexOf("brand");
    const counts = this.#scanAll([]).counts[index] as Uint32Array;
    const brands = new Map<string, NamedBrand & { products: number }>();
    for (const [id, value] of (this.#columns[index] as FacetColumn).values.entries()) {
      const products = counts[id] ?? 0;
      if (value === "" || products === 0) continue;
      const { slug, name } = parseBrand(value);
      const known = brands.get(slug) ?? { slug, name, products: 0 };
      brands.set(slug, { slug, name: name < known.name ? name : known.name, products: known.products + products });
    }
    return [...brands.values()]
      .sort((a, b) => b.products - a.products || (a.slug < b.slug ? -1 : 1))
      .map(({ slug, name }) => ({ slug, name }));
  }

  #countsOf(choices: Filter[], scan: Scan) {
    return new Map(
      choices.map((choice) => {
        const facet = facetOfFilter(choice, this.kinds);
        if (facet === "price") return [choice, this.#countBand(choice, scan)];
        const index = facetNames.indexOf(facet);
        const column = this.#columns[index] as FacetColumn;
        const ids = this.#withChildren(choice).flatMap((filter) => column.idsOf(filter));
        return [choice, ids.reduce((sum, id) => sum + (scan.counts[index]?.[id] ?? 0), 0)];
      }),
    );
  }

  #countBand(choice: Filter, scan: Scan) {
    const ranks = this.#orders.priceRanks();
    scan.priceCounts ??= ranks.runningCounts(scan.isKept);
    return ranks.countIn(choice, scan.priceCounts);
  }

  #scanAll(filters: Filter[]) {
    const key = filters.toSorted().join(" ");
    const scan = this.#scans.get(key) ?? this.#scan(filters, undefined);
    this.#scans.set(key, scan);
    return scan;
  }

  /**
   * Looks at all products, column by column. One that passes all facets of filters is kept, and counts in every facet; one that fails in a single
   * facet counts there, because the choices of a facet are counted as if the facet had no filter.
   */
  #scan(filters: Filter[], among: number[] | undefined): Scan {
    const numbers = among
      ? Uint32Array.from(among.filter((number) => this.#isListed[number]))
      : this.#orders.in("position");
    const failures = new Uint8Array(this.#capacity);
    const failedFacets = new Uint8Array(this.#capacity);
    const chosen = Map.groupBy(filters, (filter) => facetOfFilter(filter, this.kinds));
    for (const [facet, own] of chosen) {
      noteFailures(numbers, { ...this.#keptBy(facet, own), failures, failedFacets });
    }
    const counted = this.#columns.map(({ valueIds, values }) => ({ valueIds, counts: new Uint32Array(values.length) }));
    const isKept = new Uint8Array(this.#capacity);
    const kept = new Uint32Array(numbers.length);
    let total = 0;
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number;
      if (failures[number] === 0) kept[total++] = number;
      else if (failures[number] === 1) {
        const facet = failedFacets[number] as number;
        if (facet === priceFacet) isKept[number] = 2;
        else countValue(number, counted[facet] as Counted);
      }
    }
    for (let at = 0; at < total; at++) isKept[kept[at] as number] = 1;
    for (const column of counted) for (let at = 0; at < total; at++) countValue(kept[at] as number, column);
    return { total, isKept, counts: counted.map(({ counts }) => counts) };
  }

  /** The values of one facet, and which of them its filters keep. */
  #keptBy(facet: FacetName, filters: Filter[]) {
    if (facet === "price") {
      return { index: priceFacet, valueIds: this.#orders.priceRanks().keptBy(filters), kept: Uint8Array.of(0, 1) };
    }
    const index = facetNames.indexOf(facet);
    const column = this.#columns[index] as FacetColumn;
    return {
      index,
      valueIds: column.valueIds,
      kept: column.keptBy(filters.flatMap((filter) => this.#withChildren(filter))),
    };
  }

  /** A category's filter also keeps the products of those in it. */
  #withChildren(filter: Filter): Filter[] {
    return [filter, ...(this.kinds.get(filter)?.children ?? [])];
  }
}

interface Failures {
  valueIds: Uint32Array;
  /** The facet's index. */
  index: number;
  /** By the products' numbers: in how many facets a product fails, and the last of them. */
  failures: Uint8Array;
  failedFacets: Uint8Array;
}

// Loops with an index over typed arrays alone take a tenth of the time of those with iterators and closures.

function noteFailures(
  numbers: Uint32Array,
  { valueIds, kept, index, failures, failedFacets }: Failures & { kept: Uint8Array },
) {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    if (kept[valueIds[number] as number]) continue;
    failures[number] = (failures[number] as number) + 1;
    failedFacets[number] = index;
  }
}

interface Counted {
  valueIds: Uint32Array;
  counts: Uint32Array;
}

function countValue(number: number, { valueIds, counts }: Counted) {
  const id = valueIds[number] as number;
  counts[id] = (counts[id] as number) + 1;
}

/** A part of the products that are kept, in the given order. */
function pick(ordered: ArrayLike<number>, isKept: Uint8Array, { skip, limit }: { skip: number; limit: number }) {
  const picked: number[] = [];
  let left = skip;
  for (let at = 0; at < ordered.length && picked.length < limit; at++) {
    const number = ordered[at] as number;
    if (isKept[number] !== 1) continue;
    if (left > 0) left -= 1;
    else picked.push(number);
  }
  return picked;
}
