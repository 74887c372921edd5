import { LRUCache } from "lru-cache";
import type { Currency } from "../../../values/currencies.ts";
import type { CategoryLabel } from "../../category-labels.ts";
import { type CategoryKinds, type Filter, facetOfFilter, type NamedBrand } from "../../filters/filters.ts";
import { isOptionFilter } from "../../filters/option-filters.ts";
import { bandsBetween } from "../../filters/price-bands.ts";
import type { SoldPieces } from "../best-sellers.ts";
import { askFacets, facetNumber, isOption, optionIdOf, priceFacet, valueIdsOf } from "./asked-facets.ts";
import { type ListedCard, pickCards, readCard } from "./cards.ts";
import type { FacetColumn } from "./facet-column.ts";
import { parseBrand } from "./facets.ts";
import { columnNames, IndexColumns, type IndexedProduct } from "./index-columns.ts";
import { chosenOptions, countedOptions, type OptionFacet, optionFacets } from "./option-facets.ts";
import { choosePriceBounds } from "./price-bounds.ts";
import type { PriceRange } from "./price-ranks.ts";
import type { ListOrder } from "./product-orders.ts";
import { type CardCounts, cardsWith, type Scan, scanProducts } from "./scan.ts";
import { runAtOnce, type Steps } from "./time-slices.ts";

interface CatalogChange extends IndexSettings {
  changed: IndexedProduct[];
  removed: number[];
}

/** What the index needs to know besides products. */
export interface IndexSettings {
  /** How many cents a unit of the shop's currency has. */
  scale: number;
  kinds: CategoryKinds;
  /** Whether lists leave out what can't be bought. */
  hidesSoldOut: boolean;
  sold: SoldPieces;
}

/** The products of a list. */
export interface ListChoice {
  /** Those of one facet widen the list, those of different facets narrow it. */
  filters: Filter[];
  /** Only products that cost as much. */
  price?: PriceRange | undefined;
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

/** Up to five bytes per product each. */
const scansKept = 16;
const everything: ListChoice = { filters: [], among: undefined };

/**
 * All that product lists need of the catalog, in memory: some 110 bytes for each product. A page of 100,000 products takes about a millisecond. See
 * docs/decisions/0118 and 0223.
 */
export class CatalogIndex {
  /** The catalog's version that it shows. */
  version = "";
  kinds: CategoryKinds = new Map();
  #columns = new IndexColumns();
  /** By their filters, because all pages and orders of a list share its scan. */
  readonly #scans = new LRUCache<string, Scan>({ max: scansKept });
  #brands: NamedBrand[] | undefined;
  #shownTags: ReadonlySet<string> | undefined;
  #optionFacets: OptionFacet[] | undefined;
  #bestRated: number[] | undefined;
  #hidesSoldOut = false;

  /** How many products are in the catalog. */
  get size() {
    return this.#columns.orders.in("position").length;
  }

  /** Adds the first products; `sort` then puts them into order. */
  load(products: IndexedProduct[]) {
    this.#columns.load(products);
  }

  /** How many numbers of products there is room for. */
  get capacity() {
    return this.#columns.capacity;
  }

  /** Makes room for so many. */
  grow(capacity: number) {
    this.#columns.grow(capacity);
  }

  *sort(version: string, settings: IndexSettings): Steps {
    yield* this.#columns.sort();
    this.#setUp(settings);
    this.version = version;
    yield* this.prepare();
  }

  /** Counts all cards, which takes the longest of what pages ask for. */
  *prepare(): Steps {
    this.#scans.set(keyOf(everything), yield* this.#scan(everything, this.#offered(this.#columns.inCards)));
  }

  /** A copy that changes can be made to while this index still answers. */
  *copy(capacity: number): Steps<CatalogIndex> {
    const copy = new CatalogIndex();
    copy.#columns = yield* this.#columns.copy(capacity);
    return copy;
  }

  #setUp({ kinds, hidesSoldOut, sold, scale }: IndexSettings) {
    this.kinds = kinds;
    this.#hidesSoldOut = hidesSoldOut;
    this.#columns.orders.setUp({ sold, scale });
  }

  /** Follows a change of the catalog. @param removed the numbers of products that left it */
  update(version: string, { changed, removed, ...settings }: CatalogChange) {
    this.#columns.update(changed, removed);
    this.#setUp(settings);
    this.version = version;
    this.#scans.clear();
    this.#brands = undefined;
    this.#shownTags = undefined;
    this.#optionFacets = undefined;
    this.#bestRated = undefined;
  }

  /** One page of a list, and the counts of its choices. */
  readPage(query: ListQuery): ListPage {
    const { order, among, perPage } = query;
    const scan = this.#scanOf(query);
    const { total } = scan;
    const pages = Math.max(1, Math.ceil(total / perPage));
    const page = Math.min(query.page, pages);
    const part = { order, skip: (page - 1) * perPage, limit: perPage };
    const picked = pickCards(this.#ordered(order, among), this.#columns, scan, part);
    return {
      total,
      page,
      pages,
      cards: this.#cardsAt(picked, scan.isKept),
      counts: this.#countsOf(query.choices, scan),
    };
  }

  /** The cards of some products, whatever else is in a list. One that the index doesn't have yet is a card of its own. */
  cardsOf(numbers: number[]): ListedCard[] {
    const { isListed } = this.#columns;
    return numbers.map((number) => (isListed[number] ? readCard(number, this.#columns, isListed) : { number }));
  }

  #cardsAt(numbers: number[], isKept: Uint8Array) {
    return numbers.map((number) => readCard(number, this.#columns, isKept));
  }

  #ordered(order: ListOrder, among: number[] | undefined): ArrayLike<number> {
    const { orders } = this.#columns;
    if (!among) return orders.in(order);
    return order === "position" ? among : among.toSorted(orders.comparedIn(order));
  }

  /** Those of some products that filters and a price keep, whether lists offer them or not. */
  keptOf(numbers: number[], choice: Omit<ListChoice, "among">): Set<number> {
    const listed = numbers.filter((number) => this.#columns.isListed[number]);
    const inCards = Uint32Array.from(listed.sort((one, other) => this.cardOf(one) - this.cardOf(other)));
    const { isKept } = runAtOnce(this.#scan(choice, inCards));
    return new Set(listed.filter((number) => isKept[number] === 1));
  }

  /** The options that narrow a list, with their counts, and those that its filters ask for. */
  readOptions(list: ListChoice) {
    const { total, options } = this.#scanOf(list);
    return countedOptions(this.#allOptions(), { total, counts: options, filters: list.filters });
  }

  /** The options that some filters ask for, without those that the catalog doesn't have. */
  findOptions(filters: Filter[]) {
    return filters.some(isOptionFilter) ? chosenOptions(this.#allOptions(), filters) : [];
  }

  #allOptions() {
    this.#optionFacets ??= optionFacets(this.#columns.options);
    return this.#optionFacets;
  }

  /** The first products of the catalog. */
  firstNumbers(count: number): number[] {
    return Array.from(this.#columns.orders.in("position").subarray(0, count));
  }

  /** All products of the cards that some products are on. */
  siblingsOf(numbers: number[]): number[] {
    const { groups } = this.#columns;
    if (groups.isFlat) return numbers;
    return [...new Set(numbers.map((number) => this.cardOf(number)))].flatMap((card) => [...groups.siblings(card)]);
  }

  /** The products of the first cards that some products are on, in the catalog's order. */
  firstInCatalog(numbers: number[], limit: number): number[] {
    const { isListed, orders } = this.#columns;
    return this.ofFirstCards(numbers.filter((number) => isListed[number]).sort(orders.comparedIn("position")), limit);
  }

  /** The products of the first cards that a filter keeps, in the catalog's order. */
  firstWith(filter: Filter, limit: number): number[] {
    const { isKept } = this.#scanOf({ filters: [filter], among: undefined });
    const { inCards } = this.#columns;
    const numbers: number[] = [];
    let [cards, last] = [0, 0];
    for (let at = 0; at < inCards.length; at++) {
      const number = inCards[at] as number;
      if (isKept[number] !== 1) continue;
      const card = this.cardOf(number);
      if (card !== last) cards += 1;
      if (cards > limit) break;
      last = card;
      numbers.push(number);
    }
    return numbers;
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
    return this.#columns.groups.cardOf[number] ?? number;
  }

  /** The best rated of each card, the best first, and by title where ratings tie. */
  bestRated(limit: number): number[] {
    const { orders, groups, isBuyable } = this.#columns;
    const isOffered = this.#hidesSoldOut ? isBuyable : undefined;
    if (this.#bestRated?.length !== limit) this.#bestRated = orders.bestRated(limit, groups.cardOf, isOffered);
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
    const { orders, groups } = this.#columns;
    const { valueIds, values } = this.#columns.facet(name);
    const kept = new Uint8Array(values.length);
    for (const id of this.#columns.facet(name).idsOf(filter)) kept[id] = 1;
    const isNear = (other: number) => kept[valueIds[other] as number] === 1;
    return orders.nearest(number, { limit, isNear, cardOf: groups.cardOf });
  }

  /** All brands, those with the most cards first, and by slug where they tie. */
  brands(): NamedBrand[] {
    this.#brands ??= this.#readBrands();
    return this.#brands;
  }

  /** The slugs of the tags that products in lists have, whether the shop has a filter for them or not. */
  shownTags(): ReadonlySet<string> {
    this.#shownTags ??= this.#readShownTags();
    return this.#shownTags;
  }

  #readShownTags() {
    const { counts } = this.#scanOf(everything).columns[columnNames.indexOf("type")] as CardCounts;
    const shown = [...this.#columns.facet("type").values.entries()].filter(([id]) => (counts[id] ?? 0) > 0);
    return new Set(shown.flatMap(([, slugs]) => (slugs === "" ? [] : slugs.split("\n"))));
  }

  /** How many products each category and each tag has, whether lists offer them or not. A value that several tags share comes once for each. */
  labelCounts(): (CategoryLabel & { count: number })[] {
    const countsOf = (name: "category" | "type") => [...this.#columns.countsIn(name)];
    const categories = countsOf("category").map(([slug, count]) => ({ kind: "category" as const, slug, count }));
    const tags = countsOf("type").flatMap(([slugs, count]) =>
      (slugs === "" ? [] : slugs.split("\n")).map((slug) => ({ kind: "tag" as const, slug, count })),
    );
    return [...categories, ...tags];
  }

  #readBrands(): NamedBrand[] {
    const { counts } = this.#scanOf(everything).columns[columnNames.indexOf("brand")] as CardCounts;
    const brands = new Map<string, NamedBrand & { cards: number }>();
    for (const [id, value] of this.#columns.facet("brand").values.entries()) {
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

  /** The price bands that the menu offers, ascending. All processes with this version have the same. */
  priceBands(currency: Currency) {
    return bandsBetween(choosePriceBounds(this.#columns.orders.priceRanks(), currency));
  }

  #countsOf(choices: Filter[], scan: Scan) {
    return new Map(choices.map((choice) => [choice, this.#countOf(choice, scan)]));
  }

  #countOf(choice: Filter, scan: Scan) {
    const facet = facetOfFilter(choice, this.kinds);
    if (facet === "price") return this.#countBand(choice, scan);
    if (isOption(facet)) return scan.options[optionIdOf(this.#columns, choice)] ?? 0;
    const counts = scan.columns[columnNames.indexOf(facet)] as CardCounts;
    return cardsWith(valueIdsOf(this.#columns, facet, choice, this.kinds), counts);
  }

  #countBand(choice: Filter, { bands, isKept }: Scan) {
    const { orders, groups } = this.#columns;
    const cards = bands.get(choice) ?? orders.priceRanks().cardsIn(choice, isKept, groups);
    bands.set(choice, cards);
    return cards;
  }

  #scanOf(list: ListChoice) {
    if (list.among) return runAtOnce(this.#scan(list, this.#inCards(list.among)));
    const key = keyOf(list);
    const scan = this.#scans.get(key) ?? runAtOnce(this.#scan(list, this.#offered(this.#columns.inCards)));
    this.#scans.set(key, scan);
    return scan;
  }

  /** Siblings next to each other. */
  #inCards(among: number[]) {
    const listed = among.filter((number) => this.#columns.isListed[number]);
    return this.#offered(Uint32Array.from(listed.sort((one, other) => this.cardOf(one) - this.cardOf(other))));
  }

  /** Those that lists show. */
  #offered(numbers: Uint32Array) {
    const { isBuyable } = this.#columns;
    return this.#hidesSoldOut ? numbers.filter((number) => isBuyable[number] === 1) : numbers;
  }

  #scan({ filters, price }: Omit<ListChoice, "among">, numbers: Uint32Array): Steps<Scan> {
    const { groups, options, facets } = this.#columns;
    const columns = columnNames.map((name, index) => ({
      facet: facetNumber(name),
      column: facets[index] as FacetColumn,
    }));
    const asked = askFacets(this.#columns, { filters, price, kinds: this.kinds });
    const cardOf = groups.isFlat ? undefined : groups.cardOf;
    return scanProducts({ ...asked, numbers, cardOf, capacity: groups.cardOf.length, priceFacet, columns, options });
  }
}

/** Filters in any order have one scan. */
function keyOf({ filters, price }: ListChoice) {
  return [...filters.toSorted(), ...(price ? [`${price.min ?? ""}..${price.max ?? ""}`] : [])].join(" ");
}
