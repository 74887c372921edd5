import type { Database } from "#database/connect.ts";
import { type SearchedWord, singularOf, withSingular } from "../../../text/search-words.ts";
import { findWords, findWordsAround, findWordsBeginningWith } from "./catalog-words.ts";
import {
  findMeantCategories,
  type MeantCategories,
  type SearchedCategory,
  wordsLike,
} from "./category-search-words.ts";
import { correctWord, nearestWord } from "./correct-word.ts";
import type { Term } from "./search-index.ts";
import type { SynonymGroups, Synonyms } from "./synonym-groups.ts";

/** Of a word that begins more of the catalog's than so many, the engine looks for all that begin with it. */
const maxListedBeginnings = 20;
/** A part of a word matches at most so many words that contain it. */
export const maxWordsAround = 10;
export const shortestPart = 4;

/** What a word of a search means. */
export interface ParsedWord {
  words: string[];
  /** Whether the catalog, a category's search words or the synonyms have one of the words; otherwise they may only have longer ones. */
  isKnown: boolean;
  categories: MeantCategories;
  synonyms?: Synonyms | undefined;
  /** Whether it is only like the catalog's words, or inside of them: none begins with it. */
  isAlike?: true;
  /** The word that exists and that this one was taken for. */
  corrected?: string | undefined;
  /** The nearest word that begins with this one, which may be all of it that was typed so far. */
  completed?: string | undefined;
  /** What begins with the words, where that has been looked up already. */
  beginning?: Term;
}

/** What the words of a search mean, the search with each mistyped word corrected, if one was, and whether one is only like the catalog's. */
export async function parseWords(
  db: Database,
  words: SearchedWord[],
  { categories: all, groups }: { categories: SearchedCategory[]; groups: SynonymGroups },
) {
  const categories = all.filter(({ searchWords }) => searchWords !== "");
  const texts = words.map(({ text }) => text);
  const meant = findMeantCategories(texts, categories);
  const synonyms = groups.find(texts);
  const known = await readKnownWords(
    db,
    words.flatMap(({ keys }) => keys),
  );
  const parsedWords = await Promise.all(
    words.map(({ keys }, index) => {
      const own = meant[index] as MeantCategories;
      const meaning = { meant: own, synonyms: synonyms[index] };
      return Promise.all(keys.map((key) => parseWord(db, key, { known, ...meaning, categories, groups })));
    }),
  );
  followCorrections(words, parsedWords, { categories, groups });
  for (const [first] of parsedWords.slice(0, -1)) if (first?.completed) first.corrected = first.completed;
  const isCorrected = parsedWords.some(([first]) => first?.corrected !== undefined);
  const correctedQuery = words
    .map(({ text }, index) => parsedWords[index]?.[0]?.corrected ?? parsedWords[index]?.[0]?.completed ?? text)
    .join(" ");
  const parsed = parsedWords.flat();
  const isAlike = parsed.some((word) => word.isAlike);
  return { parsed, correctedQuery: isCorrected ? correctedQuery : undefined, isAlike };
}

/** Corrected words may be search words of other categories than the mistyped ones, and have other synonyms. */
function followCorrections(
  words: SearchedWord[],
  parsedWords: ParsedWord[][],
  { categories, groups }: Pick<KnownWords, "categories" | "groups">,
) {
  const corrected = words.map(({ text }, index) => parsedWords[index]?.[0]?.corrected ?? text);
  const meant = findMeantCategories(corrected, categories);
  const synonyms = groups.find(corrected);
  for (const [index, parsed] of parsedWords.entries())
    for (const word of parsed) {
      word.categories = meant[index] as MeantCategories;
      word.synonyms = synonyms[index] ?? word.synonyms;
    }
}

/** Those words of a search, and their singulars, that the catalog has. */
async function readKnownWords(db: Database, words: string[]) {
  if (words.length === 0) return new Set<string>();
  const known = await findWords(db, words.flatMap(withSingular));
  return new Set(known.map(({ word }) => word));
}

interface KnownWords {
  /** Those of the search that the catalog has. */
  known: Set<string>;
  meant: MeantCategories;
  synonyms: Synonyms | undefined;
  categories: SearchedCategory[];
  groups: SynonymGroups;
}

async function parseWord(
  db: Database,
  word: string,
  { known, meant, synonyms, categories, groups }: KnownWords,
): Promise<ParsedWord> {
  const words = withSingular(word);
  if (meant.exact.length > 0 || synonyms || words.some((word) => known.has(word)))
    return { words, isKnown: true, categories: meant, synonyms };
  const longer = await findLonger(db, words);
  const beginning = beginningOf(words, longer);
  const begun = longer.length > 0 ? undefined : groups.findBegun(word);
  const all = [...longer, ...meant.begunWords, ...(begun?.words ?? [])];
  if (begun)
    return { words, isKnown: true, categories: meant, synonyms: begun.synonyms, completed: nearestWord(word, all) };
  if (all.length > 0) return { words, isKnown: false, categories: meant, completed: nearestWord(word, all), beginning };
  const part = singularOf(word);
  const around = part.length < shortestPart ? [] : await findWordsAround(db, part);
  if (around.length > 0)
    return {
      words: around.slice(0, maxWordsAround),
      isKnown: true,
      categories: meant,
      isAlike: true,
      corrected: nearestWord(word, around),
    };
  const corrected = await correctWord(db, word, [...wordsLike(word, categories), ...groups.findAlike(word)]);
  if (corrected) return { words: [corrected], isKnown: true, categories: meant, isAlike: true, corrected };
  return { words, isKnown: false, categories: meant, beginning };
}

/** What begins with one of some words. */
export async function readBeginning(db: Database, words: string[]): Promise<Term> {
  return beginningOf(words, await findLonger(db, words));
}

function findLonger(db: Database, words: string[]) {
  return findWordsBeginningWith(db, words, maxListedBeginnings + 1);
}

function beginningOf(words: string[], longer: string[]): Term {
  return longer.length > maxListedBeginnings ? { words, isBeginning: true } : { words: longer, isBeginning: false };
}
