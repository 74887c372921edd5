import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion, listReader } from "../../../changes/catalog-version.ts";
import { type SearchedWord, searchedWords, singularOf } from "../../../text/search-words.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import { findNearest, type Matches } from "./nearest-matches.ts";
import { type ParsedWord, parseWords, readBeginning } from "./parse-words.ts";
import { hasCode, hasTerms, type SearchField, type Term } from "./search-index.ts";
import { type NamedCategory, readSynonymGroups, type Synonyms } from "./synonym-groups.ts";

/** A search gives its best so many products, of siblings all that it finds, whatever else has its words. See docs/decisions/0107. */
export const maxFound = 600;

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

/** Where the words of a search are looked for. */
interface SearchPlace {
  field: SearchField;
  asBeginnings?: true;
  /** Whether the title has one of several words. */
  someInTitle?: true;
  /** Only where the places before have found nothing. */
  isLastResort?: true;
}

/** The best place first. A product is found in the first of them where it has all words. See docs/decisions/0104. */
const places: SearchPlace[] = [
  { field: "title" },
  { field: "names", someInTitle: true },
  { field: "names" },
  { field: "title", asBeginnings: true },
  { field: "names", asBeginnings: true },
  { field: "texts", someInTitle: true },
  { field: "texts" },
  { field: "texts", asBeginnings: true, isLastResort: true },
];

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is.
 */
export async function searchProducts(from: Database, text: string): Promise<SearchResult> {
  const db = await listReader(from);
  const words = searchedWords(text);
  const categories = await readSearchedCategories(db);
  // The oldest version of what is read: whatever changes meanwhile is noticed.
  const version = categories[0]?.version;
  const groups = await readSynonymGroups(db, { version, categories });
  const { parsed, correctedQuery, isAlike } = await parseWords(db, words, { categories, groups });
  const ofCode = await findByCode(db, text);
  const ofCategory = await findCategoryProducts(db, words, categories);
  if (ofCode.size + ofCategory.size > 0 && correctedQuery !== undefined)
    return found(db, { placeOf: merged(ofCode, ofCategory), version }, {});
  const all = await findWithSynonyms(db, parsed);
  const placeOf = merged(ofCode, all.placeOf, ofCategory);
  if (placeOf.size > 0 || parsed.length < 2)
    return found(db, { placeOf, version: version ?? all.version }, { correctedQuery, isAlike });
  const some = await findSome(db, parsed);
  return found(
    db,
    { ...some, version: version ?? some.version },
    { correctedQuery, isAlike, isPartial: some.placeOf.size > 0 },
  );
}

/** Products by their numbers, each with the place where it was found: the lower, the better. */
type Places = Map<number, number>;

/** Those of the first come first, and each has its first place. */
function merged(...all: Places[]): Places {
  const places: Places = new Map();
  for (const [number, place] of all.flatMap((some) => [...some])) if (!places.has(number)) places.set(number, place);
  return places;
}

function placed(numbers: number[], place: number): Places {
  return new Map(numbers.map((number) => [number, place]));
}

/** The products whose SKU or GTIN is the whole search, before all others. See docs/decisions/0225. */
async function findByCode(db: Database, text: string): Promise<Places> {
  const condition = hasCode(db, text);
  return placed(condition ? (await readMatches(db, condition)).numbers : [], -1);
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
async function findCategoryProducts(db: Database, words: SearchedWord[], categories: NamedCategory[]): Promise<Places> {
  const wanted = singularsOf(words);
  const named = wanted && categories.find(({ name }) => singularsOf(searchedWords(name)) === wanted);
  if (!named) return new Map();
  const index = await readCatalogIndex(db);
  return placed(index.firstWith(named.slug, maxFound + 1), places.length);
}

function singularsOf(words: SearchedWord[]) {
  return words.map(({ text }) => singularOf(text)).join(" ");
}

interface Found {
  /** In the order of the places. */
  placeOf: Places;
  version: string | undefined;
}

/** The products that have all words or synonyms of them. In each place, those that have the words themselves come first. See docs/decisions/0415. */
async function findWithSynonyms(db: Database, parsed: ParsedWord[]): Promise<Found> {
  if (parsed.every(({ synonyms }) => synonyms === undefined)) return findAll(db, parsed);
  const typed = await findAll(
    db,
    parsed.map((word) => ({ ...word, synonyms: undefined })),
  );
  const all = await findAll(db, parsed);
  const places = [...new Map([...typed.placeOf, ...all.placeOf])];
  return {
    placeOf: new Map(places.toSorted(([, one], [, other]) => one - other)),
    version: typed.version ?? all.version,
  };
}

/** The products that have all words, each with the index of the place where it has them, the best first. */
async function findAll(db: Database, parsed: ParsedWord[]): Promise<Found> {
  const placeOf: Places = new Map();
  const cards = new Set<number>();
  let version: string | undefined;
  const areKnown = parsed.every(({ isKnown }) => isKnown);
  const nearest: { whole?: Nearest; begun?: Nearest } = {};
  for (const [place, way] of places.entries()) {
    const { field, asBeginnings, someInTitle = false, isLastResort } = way;
    if (parsed.length === 0 || (isLastResort && placeOf.size > 0) || (someInTitle && parsed.length === 1)) continue;
    const terms = asBeginnings ? await readBeginnings(db, parsed) : areKnown && parsed.map(wholeTerm);
    if (!terms) continue;
    const kind = asBeginnings ? "begun" : "whole";
    nearest[kind] ??= await findNearest(db, terms, { places: placesOf(kind, parsed), limit: maxFound + 1 });
    const matches = nearest[kind].get(way) ?? (await readMatches(db, hasTerms(db, terms, field, someInTitle)));
    for (const number of matches.numbers) if (!placeOf.has(number)) placeOf.set(number, place);
    for (const card of matches.cards) cards.add(card);
    version = matches.version;
    if (cards.size > maxFound) break;
  }
  return { placeOf, version };
}

type Nearest = Map<SearchPlace, Matches>;

/** The places of whole words, or of beginnings, which are looked at together. */
function placesOf(kind: "whole" | "begun", { length }: ParsedWord[]) {
  return places.filter(
    ({ asBeginnings, someInTitle }) => (kind === "begun") === Boolean(asBeginnings) && !(someInTitle && length === 1),
  );
}

function wholeTerm({ words, categories, synonyms }: ParsedWord): Term {
  return withSynonyms({ words, isBeginning: false, categories: categories.exact }, synonyms);
}

function withSynonyms(term: Term, synonyms: Synonyms | undefined): Term {
  if (!synonyms) return term;
  return { ...term, phrases: synonyms.phrases, categories: [...(term.categories ?? []), ...synonyms.categories] };
}

/** The words that begin with those of a search; undefined where these are no others. Words before the last that are known are meant as they are. */
async function readBeginnings(db: Database, parsed: ParsedWord[]): Promise<Term[] | undefined> {
  const last = parsed.at(-1);
  const terms = await Promise.all(
    parsed.map(async (word) => {
      const isWhole = word.isKnown && word !== last;
      const term = isWhole ? wholeTerm(word) : (word.beginning ?? (await readBeginning(db, word.words)));
      return withSynonyms({ ...term, categories: word.categories.begun }, word.synonyms);
    }),
  );
  const areLonger = terms.some(
    ({ words, isBeginning }, index) =>
      isBeginning ||
      words.some((word) => !parsed[index]?.words.includes(word)) ||
      parsed[index]?.categories.begun.some((slug) => !parsed[index]?.categories.exact.includes(slug)),
  );
  const isEachFound = terms.every(
    ({ words, phrases = [], categories = [] }) => words.length + phrases.length + categories.length > 0,
  );
  return areLonger && isEachFound ? terms : undefined;
}

/** Products that have some of the words: first those that have most of them, and of these the ones that have them in better places. */
async function findSome(db: Database, parsed: ParsedWord[]): Promise<Found> {
  const found = await Promise.all(parsed.map((word) => findWithSynonyms(db, [word])));
  const score = new Map<number, number>();
  for (const [number, place] of found.flatMap(({ placeOf }) => [...placeOf]))
    score.set(number, (score.get(number) ?? 0) + places.length * parsed.length - place);
  const best = [...score].sort(([, one], [, other]) => other - one);
  return { placeOf: new Map(best.map(([number, score]) => [number, -score])), version: found[0]?.version };
}

async function found(
  db: Database,
  { placeOf, version }: Found,
  { correctedQuery, isPartial = false, isAlike = false }: Partial<SearchResult>,
): Promise<SearchResult> {
  const all = [...placeOf.keys()];
  const index = await readCatalogIndex(db);
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

/** The products of the first cards that fulfill a condition of the index. */
async function readMatches(db: Database, condition: RawBuilder<boolean>): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  // As one value: thousands of rows would take longer to hand over than to find.
  const list = isPostgres ? sql`json_agg(number)::text` : sql`json_group_array(rowid)`;
  const { numbers: matching, version } = await db
    .selectFrom("productSearch")
    .select([sql<string | null>`${list}`.as("numbers"), catalogVersion.as("version")])
    .where(condition)
    .executeTakeFirstOrThrow();
  const index = await readCatalogIndex(db);
  const numbers = index.firstInCatalog(JSON.parse(matching ?? "[]"), maxFound + 1);
  return { numbers, cards: new Set(numbers.map((number) => index.cardOf(number))), version };
}
