import type { Database } from "#database/connect.ts";
import { catalogVersion, listReader } from "../../../changes/catalog-version.ts";
import { type SearchedWord, searchedWords, singularOf } from "../../../text/search-words.ts";
import type { CatalogIndex } from "../index/catalog-index.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import {
  byPlace,
  type Found,
  findInNames,
  findSome,
  findWithSynonyms,
  isOfNames,
  lastPlace,
  maxFound,
  merged,
  type Places,
  placed,
  readMatches,
} from "./find-in-places.ts";
import { addCompounds, joinNeighbours } from "./joined-words.ts";
import type { SearchedCatalog } from "./nearest-matches.ts";
import { type ParsedWord, parseWords } from "./parse-words.ts";
import { hasCode } from "./search-index.ts";
import { type NamedCategory, readSynonymGroups } from "./synonym-groups.ts";

export interface SearchResult {
  /** The products' numbers, the best first. */
  numbers: number[];
  /** The same without those that match worse than one of their siblings: a search for "blue" finds the blue one alone. */
  best: number[];
  /** The query with mistyped words corrected, if any were. */
  correctedQuery: string | undefined;
  /** Whether no product has all words, so that these have only some. */
  isPartial: boolean;
  /** Whether a word of the query was taken for another one, or for a part of longer ones. */
  isAlike: boolean;
  /** Whether more products were found than are given. */
  isCapped: boolean;
  /** The catalog's version; undefined when nothing was looked up. */
  version: string | undefined;
}

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is. Of few, others have the words in compounds.
 *
 * @param known the index that the request has already read, which saves asking the database for its version again
 */
export async function searchProducts(from: Database, text: string, known?: CatalogIndex): Promise<SearchResult> {
  const db = await listReader(from);
  const words = searchedWords(text);
  const categories = await readSearchedCategories(db);
  // The oldest version of what is read: whatever changes meanwhile is noticed.
  const version = categories[0]?.version;
  const groups = await readSynonymGroups(db, { version, categories });
  const catalog = { db, index: known ?? (await readCatalogIndex(db)) };
  const names = { categories, groups };
  const { parsed, correctedQuery, isAlike } = await parseWords(db, words, names);
  const ofCode = await findByCode(catalog, text);
  const ofCategory = findCategoryProducts(catalog, words, categories);
  if (ofCode.size + ofCategory.size > 0 && correctedQuery !== undefined)
    return found(catalog, { placeOf: merged(ofCode, ofCategory), version }, {});
  const typed = { ...(await findWithSynonyms(catalog, parsed)), correctedQuery, isAlike };
  const all = ofCode.size > 0 ? typed : await addFurther(catalog, { words, parsed, typed, names });
  const placeOf = merged(ofCode, all.placeOf, ofCategory);
  if (placeOf.size > 0 || parsed.length < 2) return found(catalog, { placeOf, version: version ?? all.version }, all);
  const some = await findSome(catalog, parsed);
  return found(
    catalog,
    { ...some, version: version ?? some.version },
    { correctedQuery, isAlike, isPartial: some.placeOf.size > 0 },
  );
}

type Understood = Found & Pick<SearchResult, "correctedQuery" | "isAlike">;

/** Where at least so many cards have a word in their names, or any has several, compounds aren't looked for. */
const fewCards = 12;

/**
 * What a search finds, of few also the products that have two of its words as one, and those that have them in compounds: "lip stick" finds
 * lipsticks, and "shelf" bookshelves. See docs/decisions/0426.
 */
async function addFurther(
  catalog: SearchedCatalog,
  search: {
    words: SearchedWord[];
    parsed: ParsedWord[];
    typed: Understood;
    names: Parameters<typeof parseWords>[2];
  },
): Promise<Understood> {
  const { db, index } = catalog;
  const { words, typed } = search;
  if (!isFew(index, typed.placeOf, words.length > 1 ? 1 : fewCards)) return typed;
  let { parsed } = search;
  let all = typed;
  const joined = await joinNeighbours(db, words);
  if (joined) {
    const meant = await parseWords(db, joined, search.names);
    const ofJoined = await findWithSynonyms(catalog, meant.parsed);
    // Words taken for others give way to two that are one.
    const isMeant = ofJoined.placeOf.size > 0 && (typed.isAlike || typed.placeOf.size === 0);
    if (isMeant) parsed = meant.parsed;
    all = isMeant ? { ...meant, ...ofJoined } : { ...typed, placeOf: merged(typed.placeOf, ofJoined.placeOf) };
  }
  const compounds = await addCompounds(db, parsed);
  if (!compounds) return all;
  const { placeOf, version } = await findInNames(catalog, compounds);
  return {
    ...all,
    placeOf: byPlace(merged(all.placeOf, placeOf)),
    version: all.version ?? version,
    isAlike: all.isAlike || all.placeOf.size === 0,
  };
}

/** Whether fewer cards have the words elsewhere than in descriptions. */
function isFew(index: CatalogIndex, placeOf: Places, enough: number) {
  const cards = new Set<number>();
  for (const [number, place] of placeOf)
    if (isOfNames(place) && cards.add(index.cardOf(number)).size >= enough) return false;
  return true;
}

/** The products whose SKU or GTIN is the whole search, before all others. See docs/decisions/0225. */
async function findByCode(catalog: SearchedCatalog, text: string): Promise<Places> {
  const condition = hasCode(catalog.db, text);
  return placed(condition ? (await readMatches(catalog, condition)).numbers : [], -1);
}

/** The shop's categories, and the catalog's version to which they belong. What finds a category also finds those in it. */
async function readSearchedCategories(db: Database): Promise<(NamedCategory & { version: string })[]> {
  const rows = await db
    .selectFrom("categories")
    .select(["slug", "name", "parent", "searchWords", catalogVersion.as("version")])
    .where("kind", "=", "category")
    .orderBy("position")
    .execute();
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return rows.map((row) => {
    const parent = row.parent === null ? undefined : bySlug.get(row.parent);
    if (!parent) return row;
    return { ...row, searchWords: [row.searchWords, parent.name, parent.searchWords].filter(Boolean).join(", ") };
  });
}

/** The products of the category that is called like the search, and of those in it, behind all others. Its name may have none of the words that its products have. */
function findCategoryProducts({ index }: SearchedCatalog, words: SearchedWord[], categories: NamedCategory[]): Places {
  const wanted = singularsOf(words);
  const named = wanted && categories.find(({ name }) => singularsOf(searchedWords(name)) === wanted);
  if (!named) return new Map();
  return placed(index.firstWith(named.slug, maxFound + 1), lastPlace);
}

/** As one word, because some write two where others write one: "make up". */
function singularsOf(words: SearchedWord[]) {
  return words.map(({ text }) => singularOf(text)).join("");
}

function found(
  { index }: SearchedCatalog,
  { placeOf, version }: Found,
  { correctedQuery, isPartial = false, isAlike = false }: Partial<SearchResult>,
): SearchResult {
  const all = [...placeOf.keys()];
  const numbers = index.ofFirstCards(all, maxFound);
  const bestPlaces = new Map<number, number>();
  const best = numbers.filter((number) => {
    const place = placeOf.get(number) as number;
    const card = index.cardOf(number);
    if (!bestPlaces.has(card)) bestPlaces.set(card, place);
    return bestPlaces.get(card) === place;
  });
  return {
    numbers,
    best,
    isCapped: numbers.length < all.length,
    version,
    isPartial,
    isAlike,
    correctedQuery: all.length > 0 ? correctedQuery : undefined,
  };
}
