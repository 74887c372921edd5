import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion } from "../catalog-version.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import { findWords, findWordsAround, findWordsBeginningWith } from "./catalog-words.ts";
import { correctWord, nearestWord } from "./correct-word.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";
import { type SearchedWord, searchedWords, singularOf, withSingular } from "./search-words.ts";

/** A search gives its best so many products, whatever else has its words. */
export const maxFound = 600;

export interface FoundProducts {
  /** The products' numbers, the best first. */
  numbers: number[];
  /** The query with mistyped words corrected, if any were. */
  correctedQuery: string | undefined;
  /** Whether no product has all words, so that these have only some. */
  isPartial: boolean;
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

/** The best place first. A product is found in the first of them where it has all words. */
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

/** Of a word that begins more of the catalog's than so many, the engine looks for all that begin with it. */
const maxListedBeginnings = 20;
/** A part of a word matches at most so many words that contain it. */
const maxWordsAround = 10;
const shortestPart = 4;

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is.
 */
export async function searchProducts(db: Database, text: string): Promise<FoundProducts> {
  const words = searchedWords(text);
  const { parsed, correctedQuery } = await parseWords(db, words);
  const ofCategory = await findCategoryProducts(db, words);
  if (ofCategory.length > 0 && correctedQuery !== undefined)
    return found({ numbers: ofCategory, version: undefined }, { correctedQuery: undefined, isPartial: false });
  const { version, ...all } = await findAll(db, parsed);
  const numbers = [...new Set([...all.placeOf.keys(), ...ofCategory])];
  if (numbers.length > 0 || parsed.length < 2) return found({ numbers, version }, { correctedQuery, isPartial: false });
  const some = await findSome(db, parsed);
  return found(some, { correctedQuery, isPartial: some.numbers.length > 0 });
}

/** The products of the category that is called like the search. Its name may have none of the words that its products have. */
async function findCategoryProducts(db: Database, words: SearchedWord[]): Promise<number[]> {
  const wanted = singularsOf(words);
  if (wanted === "") return [];
  const categories = await db
    .selectFrom("categories")
    .select(["slug", "name"])
    .where("kind", "=", "category")
    .execute();
  const named = categories.find(({ name }) => singularsOf(searchedWords(name)) === wanted);
  if (!named) return [];
  const rows = await db
    .selectFrom("products")
    .select("number")
    .where("category", "=", named.slug)
    .orderBy("position")
    .limit(maxFound + 1)
    .execute();
  return rows.map(({ number }) => number);
}

function singularsOf(words: SearchedWord[]) {
  return words.map(({ text }) => singularOf(text)).join(" ");
}

interface ParsedWord {
  words: string[];
  /** Whether the catalog has one of the words; otherwise it may only have longer ones. */
  isKnown: boolean;
  /** The word that exists and that this one was taken for. */
  corrected?: string | undefined;
  /** The nearest word that begins with this one, which may be all of it that was typed so far. */
  completed?: string | undefined;
  /** What begins with the words, where that has been looked up already. */
  beginning?: Term;
}

/** What the words of a search stand for, and the search with each mistyped word corrected, if one was. */
async function parseWords(db: Database, words: SearchedWord[]) {
  const known = await readKnownWords(
    db,
    words.flatMap(({ keys }) => keys),
  );
  const parsedWords = await Promise.all(
    words.map(({ keys }) => Promise.all(keys.map((key) => parseWord(db, key, known)))),
  );
  for (const [first] of parsedWords.slice(0, -1)) if (first?.completed) first.corrected = first.completed;
  const isCorrected = parsedWords.some(([first]) => first?.corrected !== undefined);
  const correctedQuery = words
    .map(({ text }, index) => parsedWords[index]?.[0]?.corrected ?? parsedWords[index]?.[0]?.completed ?? text)
    .join(" ");
  return { parsed: parsedWords.flat(), correctedQuery: isCorrected ? correctedQuery : undefined };
}

/** Those words of a search, and their singulars, that the catalog has. */
async function readKnownWords(db: Database, words: string[]) {
  if (words.length === 0) return new Set<string>();
  const known = await findWords(db, words.flatMap(withSingular));
  return new Set(known.map(({ word }) => word));
}

async function parseWord(db: Database, word: string, known: Set<string>): Promise<ParsedWord> {
  const words = withSingular(word);
  if (words.some((word) => known.has(word))) return { words, isKnown: true };
  const longer = await findLonger(db, words);
  const beginning = beginningOf(words, longer);
  if (longer.length > 0) return { words, isKnown: false, completed: nearestWord(word, longer), beginning };
  const part = singularOf(word);
  const around = part.length < shortestPart ? [] : await findWordsAround(db, part);
  if (around.length > 0)
    return { words: around.slice(0, maxWordsAround), isKnown: true, corrected: nearestWord(word, around) };
  const corrected = await correctWord(db, word);
  if (corrected) return { words: [corrected], isKnown: true, corrected };
  return { words, isKnown: false, beginning };
}

interface Matches {
  numbers: number[];
  version: string | undefined;
}

/** The products that have all words, each with the index of the place where it has them, the best first. */
async function findAll(db: Database, parsed: ParsedWord[]) {
  const placeOf = new Map<number, number>();
  let version: string | undefined;
  const areKnown = parsed.every(({ isKnown }) => isKnown);
  for (const [place, { field, asBeginnings, someInTitle = false, isLastResort }] of places.entries()) {
    if (parsed.length === 0 || (isLastResort && placeOf.size > 0) || (someInTitle && parsed.length === 1)) continue;
    const terms = asBeginnings ? await readBeginnings(db, parsed) : areKnown && parsed.map(wholeTerm);
    if (!terms) continue;
    const matches = await readMatches(db, hasTerms(db, terms, field, someInTitle));
    for (const number of matches.numbers) if (!placeOf.has(number)) placeOf.set(number, place);
    version = matches.version;
    if (placeOf.size > maxFound) break;
  }
  return { placeOf, version };
}

function wholeTerm({ words }: ParsedWord): Term {
  return { words, isBeginning: false };
}

/** The words that begin with those of a search; undefined where these are no others. Words before the last that are known are meant as they are. */
async function readBeginnings(db: Database, parsed: ParsedWord[]): Promise<Term[] | undefined> {
  const last = parsed.at(-1);
  const terms = await Promise.all(
    parsed.map((word) => {
      if (word.isKnown && word !== last) return wholeTerm(word);
      return word.beginning ?? readBeginning(db, word.words);
    }),
  );
  const areLonger = terms.some(
    ({ words, isBeginning }, index) => isBeginning || words.some((word) => !parsed[index]?.words.includes(word)),
  );
  return areLonger && terms.every(({ words }) => words.length > 0) ? terms : undefined;
}

async function readBeginning(db: Database, words: string[]): Promise<Term> {
  return beginningOf(words, await findLonger(db, words));
}

function findLonger(db: Database, words: string[]) {
  return findWordsBeginningWith(db, words, maxListedBeginnings + 1);
}

function beginningOf(words: string[], longer: string[]): Term {
  return longer.length > maxListedBeginnings ? { words, isBeginning: true } : { words: longer, isBeginning: false };
}

/** Products that have some of the words: first those that have most of them, and of these the ones that have them in better places. */
async function findSome(db: Database, parsed: ParsedWord[]): Promise<Matches> {
  const found = await Promise.all(parsed.map((word) => findAll(db, [word])));
  const score = new Map<number, number>();
  for (const [number, place] of found.flatMap(({ placeOf }) => [...placeOf]))
    score.set(number, (score.get(number) ?? 0) + places.length * parsed.length - place);
  const numbers = Array.from(score.keys()).toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0));
  return { numbers, version: found[0]?.version };
}

function found(
  { numbers, version }: Matches,
  { correctedQuery, isPartial }: Pick<FoundProducts, "correctedQuery" | "isPartial">,
): FoundProducts {
  return {
    numbers: numbers.slice(0, maxFound),
    isCapped: numbers.length > maxFound,
    version,
    isPartial,
    correctedQuery: numbers.length > 0 ? correctedQuery : undefined,
  };
}

/** The first products that fulfill a condition of the index, in the catalog's order. */
async function readMatches(db: Database, condition: RawBuilder<boolean>): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  // As one value: thousands of rows would take longer to hand over than to find.
  const list = isPostgres ? sql`json_agg(number)::text` : sql`json_group_array(rowid)`;
  const { numbers, version } = await db
    .selectFrom("productSearch")
    .select([sql<string | null>`${list}`.as("numbers"), catalogVersion.as("version")])
    .where(condition)
    .executeTakeFirstOrThrow();
  const index = await readCatalogIndex(db);
  return { numbers: index.firstInCatalog(JSON.parse(numbers ?? "[]"), maxFound + 1), version };
}
