import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion } from "../catalog-version.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import { findWords, findWordsAround, findWordsBeginningWith } from "./catalog-words.ts";
import { correctWord } from "./correct-word.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";
import { searchedWords, singularOf } from "./search-words.ts";

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

/** Where the words of a search are looked for, the best place first. A product is found in the first of them where it has all words. */
const fieldWeights: { field: SearchField; asBeginnings: boolean }[] = [
  { field: "title", asBeginnings: false },
  { field: "names", asBeginnings: false },
  { field: "names", asBeginnings: true },
  { field: "texts", asBeginnings: false },
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
  const known = await readKnownWords(db, words);
  const parsed = await Promise.all(words.map((word) => parseWord(db, word, known)));
  const correctedQuery = parsed.some(({ isCorrected }) => isCorrected)
    ? parsed.map(({ words: [word = ""] }) => word).join(" ")
    : undefined;
  const ofCategory = await findCategoryProducts(db, words);
  if (ofCategory.length > 0 && correctedQuery !== undefined)
    return found({ numbers: ofCategory, version: undefined }, { correctedQuery: undefined, isPartial: false });
  const all = await findAll(db, parsed);
  all.numbers = [...new Set([...all.numbers, ...ofCategory])];
  if (all.numbers.length > 0 || words.length < 2) return found(all, { correctedQuery, isPartial: false });
  const some = await findSome(db, parsed);
  return found(some, { correctedQuery, isPartial: some.numbers.length > 0 });
}

/** The products of the category that is called like the search. Its name may have none of the words that its products have. */
async function findCategoryProducts(db: Database, words: string[]): Promise<number[]> {
  const wanted = words.map(singularOf).join(" ");
  if (wanted === "") return [];
  const categories = await db
    .selectFrom("categories")
    .select(["slug", "name"])
    .where("kind", "=", "category")
    .execute();
  const named = categories.find(({ name }) => searchedWords(name).map(singularOf).join(" ") === wanted);
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

interface ParsedWord {
  words: string[];
  /** Whether the catalog has one of the words; otherwise it may only have longer ones. */
  isKnown: boolean;
  isCorrected: boolean;
  /** What begins with the words, where that has been looked up already. */
  beginning?: Term;
}

/** Those words of a search, and their singulars, that the catalog has. */
async function readKnownWords(db: Database, words: string[]) {
  if (words.length === 0) return new Set<string>();
  const known = await findWords(db, words.flatMap(withSingular));
  return new Set(known.map(({ word }) => word));
}

function withSingular(word: string) {
  return [...new Set([word, singularOf(word)])];
}

async function parseWord(db: Database, word: string, known: Set<string>): Promise<ParsedWord> {
  const words = withSingular(word);
  if (words.some((word) => known.has(word))) return { words, isKnown: true, isCorrected: false };
  const beginning = await readBeginning(db, words);
  if (beginning.words.length > 0) return { words, isKnown: false, isCorrected: false, beginning };
  const part = singularOf(word);
  const around = part.length < shortestPart ? [] : await findWordsAround(db, part);
  if (around.length > 0) return { words: around.slice(0, maxWordsAround), isKnown: true, isCorrected: false };
  const nearest = await correctWord(db, word);
  if (nearest) return { words: [nearest], isKnown: true, isCorrected: true };
  return { words, isKnown: false, isCorrected: false, beginning };
}

interface Matches {
  numbers: number[];
  version: string | undefined;
}

async function findAll(db: Database, parsed: ParsedWord[]): Promise<Matches> {
  const numbers = new Set<number>();
  let version: string | undefined;
  const areKnown = parsed.every(({ isKnown }) => isKnown);
  for (const { field, asBeginnings } of parsed.length > 0 ? fieldWeights : []) {
    const terms = asBeginnings ? await readBeginnings(db, parsed) : areKnown && parsed.map(wholeTerm);
    if (!terms) continue;
    const matches = await readMatches(db, terms, field);
    for (const number of matches.numbers) numbers.add(number);
    version = matches.version;
    if (numbers.size > maxFound) break;
  }
  return { numbers: [...numbers], version };
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
  const longer = await findWordsBeginningWith(db, words, maxListedBeginnings + 1);
  return longer.length > maxListedBeginnings ? { words, isBeginning: true } : { words: longer, isBeginning: false };
}

/** Products that have some of the words: first those that have most of them. */
async function findSome(db: Database, parsed: ParsedWord[]): Promise<Matches> {
  const found = await Promise.all(parsed.map((word) => findAll(db, [word])));
  const times = new Map<number, number>();
  for (const number of found.flatMap(({ numbers }) => numbers)) times.set(number, (times.get(number) ?? 0) + 1);
  const numbers = Array.from(times.keys()).toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
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

/** The first products that have all terms in a field, in the catalog's order. */
async function readMatches(db: Database, terms: Term[], field: SearchField): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  // As one value: thousands of rows would take longer to hand over than to find.
  const list = isPostgres ? sql`json_agg(number)::text` : sql`json_group_array(rowid)`;
  const { numbers, version } = await db
    .selectFrom("productSearch")
    .select([sql<string | null>`${list}`.as("numbers"), catalogVersion.as("version")])
    .where(hasTerms(db, terms, field))
    .executeTakeFirstOrThrow();
  const index = await readCatalogIndex(db);
  return { numbers: index.firstInCatalog(JSON.parse(numbers ?? "[]"), maxFound + 1), version };
}
