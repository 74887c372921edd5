import { LRUCache } from "lru-cache";
import type { ProductsTable } from "#database/schema.ts";
import type { Currency } from "../../../values/money.ts";
import {
  type CategoryKinds,
  type FacetName,
  type Filter,
  facetOfFilter,
  type NamedBrand,
} from "../../filters/filters.ts";
import { type OptionSlugs, parseOptionFilter } from "../../filters/option-filters.ts";
import { bandsBetween } from "../../filters/price-bands.ts";
import { isSoldOut } from "../../stock/availability.ts";
import { type ListedCard, pickCards, readCard } from "./cards.ts";
import { FacetColumn } from "./facet-column.ts";
import { type FacetColumns, facets, parseBrand } from "./facets.ts";
import { OptionColumns } from "./option-columns.ts";
import { chosenOptions, countedOptions, type OptionFacet, optionFacets } from "./option-facets.ts";
import { choosePriceBounds } from "./price-bounds.ts";
import { ProductGroups } from "./product-groups.ts";
import { type ListOrder, type OrderColumns, ProductOrders } from "./product-orders.ts";
import {
  type AskedFacet,
  type CardCounts,
  cardsWith,
  noteFailures,
  noteOptionFailures,
  type Scan,
  scanProducts,
} from "./scan.ts";

/** What the index keeps of a product. */
export type IndexedProduct = FacetColumns & OrderColumns & Pick<ProductsTable, "group" | "options" | "stock">;

interface CatalogChange {
  changed: IndexedProduct[];
  removed: number[];
  kinds: CategoryKinds;
}

/** The products of a list. */
export interface ListChoice {
  /** Those of one facet widen the list, those of different facets narrow it. */
  filters: Filter[];
  /** Only these products, if it is given: what a search found, the best first, which is their order unless another is asked for. */
  among: number[] | undefined;
}

export interface ListQuery extends ListChoice {
  order: ListOrder;
  /** From 1; one past the end gives the last page. */
  page: number;
  perPage: number;
  /** Filters to be counted. */
  choices: Filter[];
}

/** A page of a list before its products are read. */
export interface ListPage {
  /** How many cards there are on all pages. */
  total: number;
  page: number;
  pages: number;
  cards: ListedCard[];
  /** How many cards each choice would leave, alone in its facet, together with the filters of the other facets. */
  counts: Map<Filter, number>;
}

const spareRoom = 1.25;
/** Up to five bytes per product each. */
const scansKept = 16;
const facetNames = Object.keys(facets) as (keyof typeof facets)[];
/** Facets have numbers from 1: first those with columns, then the price, then the options that are asked for. */
const priceFacet = facetNames.length + 1;

/**
 * All that product lists need of the catalog, in memory: some 130 bytes for each product. Products are known by their numbers, which are the
 * indexes of all arrays. A page of 100,000 products takes about a millisecond. See docs/decisions/0118 and 0237.
 */
export class CatalogIndex {
  /** The catalog's version that it shows. */
  version = "";
  kinds: CategoryKinds = new Map();
  #capacity = 0;
  /** By the products' numbers: 1 for those in the catalog. */
  #isListed = new Uint8Array(0);
  /** By the products' numbers: 1 for those that can be bought. */
  #isBuyable = new Uint8Array(0);
  readonly #orders = new ProductOrders();
  readonly #groups = new ProductGroups();
  readonly #columns = facetNames.map((name) => new FacetColumn(facets[name]));
  readonly #options = new OptionColumns();
  /** By their filters, because all pages and orders of a list share its scan. */
  readonly #scans = new LRUCache<string, Scan>({ max: scansKept });
  #brands: NamedBrand[] | undefined;
  #optionFacets: OptionFacet[] | undefined;
  #bestRated: number[] | undefined;

  /** Adds the first products; `sort` then puts them into order. */
  load(products: IndexedProduct[]) {
    for (const product of products) this.#set(product);
  }

  async sort(version: string, kinds: CategoryKinds) {
    this.kinds = kinds;
    const numbers: number[] = [];
    for (let number = 0; number < this.#capacity; number++) if (this.#isListed[number]) numbers.push(number);
    await this.#orders.sort(Uint32Array.from(numbers));
    this.#groups.arrange(this.#orders.in("position"));
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
    for (const number of leaving) this.#options.remove(number);
    if (moved.size > 0) {
      this.#orders.update(moved, leaving);
      this.#groups.arrange(this.#orders.in("position"));
    }
    this.version = version;
    this.#scans.clear();
    this.#brands = undefined;
    this.#optionFacets = undefined;
    this.#bestRated = undefined;
  }

  /** @returns whether the product's place in the orders or its siblings change */
  #set(product: IndexedProduct) {
    const { number } = product;
    if (number >= this.#capacity) this.#grow(Math.ceil((number + 1) * spareRoom));
    const isNew = !this.#isListed[number];
    this.#isListed[number] = 1;
    this.#isBuyable[number] = isSoldOut(product) ? 0 : 1;
    for (const column of this.#columns) column.set(number, product);
    this.#options.set(product);
    const hasOtherSiblings = this.#groups.set(product);
    return this.#orders.set(product) || hasOtherSiblings || isNew;
  }

  #grow(capacity: number) {
    this.#capacity = capacity;
    const [isListed, isBuyable] = [this.#isListed, this.#isBuyable];
    this.#isListed = new Uint8Array(capacity);
    this.#isBuyable = new Uint8Array(capacity);
    this.#isListed.set(isListed);
    this.#isBuyable.set(isBuyable);
    for (const part of [this.#orders, this.#groups, this.#options, ...this.#columns]) part.grow(capacity);
  }

  /** One page of a list, and the counts of its choices. */
  readPage(query: ListQuery): ListPage {
    const { order, among, perPage } = query;
    const scan = this.#scanOf(query);
    const { total } = scan;
    const pages = Math.max(1, Math.ceil(total / perPage));
    const page = Math.min(query.page, pages);
    const picked = pickCards(this.#ordered(order, among), {
      ...{ order, skip: (page - 1) * perPage, limit: perPage },
      ...this.#cardParts(scan),
    });
    return { total, page, pages, cards: this.#cardsAt(picked, scan), counts: this.#countsOf(query.choices, scan) };
  }

  /** The cards of some products, whatever else is in a list. */
  cardsOf(numbers: number[]): ListedCard[] {
    return this.#cardsAt(numbers, this.#scanOf({ filters: [], among: undefined }));
  }

  #cardsAt(numbers: number[], scan: Scan) {
    return numbers.map((number) => readCard(number, { ...this.#cardParts(scan), options: this.#options }));
  }

  #cardParts({ isKept }: Scan) {
    return {
      isKept,
      isBuyable: this.#isBuyable,
      groups: this.#groups,
      isCheaper: this.#orders.comparedIn("lowestPrice"),
      priceOf: this.#orders.priceOf,
    };
  }

  /** The options that narrow a list, with their counts, and those that its filters ask for. */
  readOptions(list: ListChoice) {
    const { total, options } = this.#scanOf(list);
    return countedOptions(this.#allOptions(), { total, counts: options, filters: list.filters });
  }

  /** The options that some filters ask for, without those that the catalog doesn't have. */
  findOptions(filters: Filter[]) {
    return chosenOptions(this.#allOptions(), filters);
  }

  #allOptions() {
    this.#optionFacets ??= optionFacets(this.#options);
    return this.#optionFacets;
  }

  #ordered(order: ListOrder, among: number[] | undefined): ArrayLike<number> {
    if (!among) return this.#orders.in(order);
    return order === "position" ? among : among.toSorted(this.#orders.comparedIn(order));
  }

  /** The products of the first cards that some products are on, in the catalog's order. */
  firstInCatalog(numbers: number[], limit: number): number[] {
    const listed = numbers.filter((number) => this.#isListed[number]).sort(this.#orders.comparedIn("position"));
    return this.ofFirstCards(listed, limit);
  }

  /** The products of the first cards that a filter keeps, in the catalog's order. */
  firstWith(filter: Filter, limit: number): number[] {
    const { isKept } = this.#scanOf({ filters: [filter], among: undefined });
    return this.ofFirstCards(Array.from(this.#groups.inCards.filter((number) => isKept[number] === 1)), limit);
  }

  /** Those of some products that are on the first of their cards, in their order. */
  ofFirstCards(numbers: number[], limit: number): number[] {
    const cards = new Set<number>();
    return numbers.filter((number) => {
      const card = this.cardOf(number);
      if (cards.size < limit) cards.add(card);
      return cards.has(card);
    });
  }

  /** A product's card: siblings have the same. */
  cardOf(number: number) {
    return this.#groups.cardOf[number] ?? number;
  }

  /** The best rated of each card, the best first, and by title where ratings tie. */
  bestRated(limit: number): number[] {
    if (this.#bestRated?.length !== limit) this.#bestRated = this.#orders.bestRated(limit, this.#groups.cardOf);
    return this.#bestRated;
  }

  /**
   * Products of other cards behind and before one in the catalog, the nearest first, one of each card.
   *
   * @param name what they have in common
   * @param filter its value
   * @param limit how many there are on each side
   */
  nearest(number: number, name: "brand" | "category", filter: Filter, limit: number): number[] {
    const column = this.#columnOf(name);
    const { valueIds } = column;
    const kept = column.keptBy([filter]);
    const isNear = (other: number) => kept[valueIds[other] as number] === 1;
    return this.#orders.nearest(number, { limit, isNear, cardOf: this.#groups.cardOf });
  }

  /** All brands, those with the most cards first, and by slug where they tie. */
  brands(): NamedBrand[] {
    this.#brands ??= this.#readBrands();
    return this.#brands;
  }

  /** The price bands that the menu offers, ascending. All processes with this version have the same. */
  priceBands(currency: Currency) {
    return bandsBetween(choosePriceBounds(this.#orders.priceRanks(), currency));
  }

  #readBrands(): NamedBrand[] {
    const { counts } = this.#scanOf({ filters: [], among: undefined }).columns[
      facetNames.indexOf("brand")
    ] as CardCounts;
    const brands = new Map<string, NamedBrand & { cards: number }>();
    for (const [id, value] of this.#columnOf("brand").values.entries()) {
      const cards = counts[id] ?? 0;
      if (value === "" || cards === 0) continue;
      const { slug, name } = parseBrand(value);
      const known = brands.get(slug) ?? { slug, name, cards: 0 };
      brands.set(slug, { slug, name: name < known.name ? name : known.name, cards: known.cards + cards });
    }
    return [...brands.values()]
      .sort((a, b) => b.cards - a.cards || (a.slug < b.slug ? -1 : 1))
      .map(({ slug, name }) => ({ slug, name }));
  }

  #countsOf(choices: Filter[], scan: Scan) {
    return new Map(
      choices.map((choice) => {
        const facet = facetOfFilter(choice, this.kinds);
        if (facet === "price") return [choice, this.#countBand(choice, scan)];
        if (isOption(facet)) return [choice, scan.options[this.#choiceId(choice) ?? 0] ?? 0];
        const counts = scan.columns[facetNames.indexOf(facet)] as CardCounts;
        return [
          choice,
          cardsWith(
            this.#withChildren(choice).flatMap((filter) => this.#columnOf(facet).idsOf(filter)),
            counts,
          ),
        ];
      }),
    );
  }

  #countBand(choice: Filter, { bands, isKept }: Scan) {
    const known = bands.get(choice) ?? this.#orders.priceRanks().cardsIn(choice, isKept, this.#groups.cardOf);
    bands.set(choice, known);
    return known;
  }

  #columnOf(name: keyof typeof facets) {
    return this.#columns[facetNames.indexOf(name)] as FacetColumn;
  }

  #choiceId(filter: Filter) {
    return this.#options.idOf(parseOptionFilter(filter) as OptionSlugs);
  }

  #scanOf({ filters, among }: ListChoice) {
    if (among) return this.#scan(filters, this.#inCards(among));
    const key = filters.toSorted().join(" ");
    const scan = this.#scans.get(key) ?? this.#scan(filters, this.#groups.inCards);
    this.#scans.set(key, scan);
    return scan;
  }

  /** Siblings next to each other. */
  #inCards(among: number[]) {
    const listed = among.filter((number) => this.#isListed[number]);
    return Uint32Array.from(listed.sort((one, other) => this.cardOf(one) - this.cardOf(other)));
  }

  #scan(filters: Filter[], numbers: Uint32Array): Scan {
    const asked: AskedFacet[] = [];
    const optionFacets = new Uint8Array(this.#options.known.length);
    const chosen = Map.groupBy(filters, (filter) => facetOfFilter(filter, this.kinds));
    for (const [name, own] of chosen) {
      if (!isOption(name)) {
        asked.push(this.#askColumn(name, own));
        continue;
      }
      const facet = priceFacet + 1 + asked.length;
      const { name: slug } = parseOptionFilter(own[0] as Filter) as OptionSlugs;
      optionFacets[this.#options.nameIdOf(slug) ?? 0] = facet;
      asked.push(this.#askOption(facet, own));
    }
    const columns = this.#columns.map((column, index) => ({ facet: index + 1, column }));
    const { cardOf } = this.#groups;
    return scanProducts({ numbers, cardOf, asked, priceFacet, columns, options: this.#options, optionFacets });
  }

  #askColumn(name: keyof typeof facets | "price", filters: Filter[]): AskedFacet {
    if (name === "price") {
      const price = {
        facet: priceFacet,
        valueIds: this.#orders.priceRanks().keptBy(filters),
        kept: Uint8Array.of(0, 1),
      };
      return (numbers, failed) => noteFailures(numbers, failed, price);
    }
    const column = this.#columnOf(name);
    const asked = {
      facet: facetNames.indexOf(name) + 1,
      valueIds: column.valueIds,
      kept: column.keptBy(filters.flatMap((filter) => this.#withChildren(filter))),
    };
    return (numbers, failed) => noteFailures(numbers, failed, asked);
  }

  /** A category's filter also keeps the products of those in it. */
  #withChildren(filter: Filter): Filter[] {
    return [filter, ...(this.kinds.get(filter)?.children ?? [])];
  }

  #askOption(facet: number, filters: Filter[]): AskedFacet {
    const kept = new Uint8Array(this.#options.known.length);
    for (const filter of filters) kept[this.#choiceId(filter) ?? 0] = 1;
    kept[0] = 0;
    const asked = { facet, choices: this.#options.choices, kept };
    return (numbers, failed) => noteOptionFailures(numbers, failed, asked);
  }
}

function isOption(facet: FacetName): facet is `option-${string}` {
  return facet.startsWith("option-");
}
