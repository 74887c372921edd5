import { LRUCache } from "lru-cache";
import type { CategoriesTable } from "#database/schema.ts";
import { listOfText } from "../../../files/list-text.ts";
import { searchedWords, singularOf } from "../../../text/search-words.ts";

/** A category with the words by which owners want its products to be found, comma-separated. */
export type SearchedCategory = Pick<CategoriesTable, "slug" | "searchWords">;

/** The categories that a word of a search names, by their slugs. */
export interface MeantCategories {
  /** Those that have the word as one of their search words. */
  exact: string[];
  /** Those, and others with a search word that begins with it. */
  begun: string[];
  /** The words of these search words that it begins. */
  begunWords: string[];
}

/** A searched word names at most so many categories. */
const mostMeant = 100;
/** Typing mistakes that a word may have change its length by no more. */
const mostMistakes = 2;

/** By what owners typed: a search looks at the search words of all categories. */
const knownPhrases = new LRUCache<string, string[][]>({ max: 10_000 });

/** Each search word as the words that a search for it has: "corner couch" has two. */
function phrasesOf(searchWords: string): string[][] {
  const known = knownPhrases.get(searchWords);
  if (known) return known;
  const phrases = listOfText(searchWords, ",").map((text) => searchedWords(text).map(({ text }) => text));
  knownPhrases.set(searchWords, phrases);
  return phrases;
}

/**
 * The categories that each word of a search names. Search words of several words count where a search has all of them in a row; the search may end before
 * they do. See docs/decisions/0185.
 *
 * @param words the search's words, folded
 */
export function findMeantCategories(words: string[], categories: SearchedCategory[]): MeantCategories[] {
  const meant = words.map(() => ({
    exact: new Set<string>(),
    begun: new Set<string>(),
    begunWords: new Set<string>(),
  }));
  for (const { slug, searchWords } of categories)
    for (const phrase of phrasesOf(searchWords))
      for (const start of words.keys()) {
        const match = matchPhrase(words.slice(start, start + phrase.length), phrase);
        for (const [at, word] of match ? meant.slice(start, start + phrase.length).entries() : []) {
          if (match === "exact") word.exact.add(slug);
          word.begun.add(slug);
          word.begunWords.add(phrase[at] as string);
        }
      }
  return meant.map(({ exact, begun, begunWords }) => ({
    exact: [...exact].slice(0, mostMeant),
    begun: [...begun].slice(0, mostMeant),
    begunWords: [...begunWords],
  }));
}

/** How some words of a search match a search word; undefined if they don't. */
function matchPhrase(words: string[], phrase: string[]): "exact" | "beginning" | undefined {
  const isSame = (word: string, at: number) => singularOf(word) === singularOf(phrase[at] as string);
  const last = words.length - 1;
  if (!words.slice(0, last).every(isSame)) return undefined;
  if (words.length === phrase.length && isSame(words[last] as string, last)) return "exact";
  return isSame(words[last] as string, last) || phrase[last]?.startsWith(words[last] as string)
    ? "beginning"
    : undefined;
}

/** Words of search words that one may be a mistyped form of: they begin with the same letter and are about as long. */
export function wordsLike(word: string, categories: SearchedCategory[]): string[] {
  const words = categories.flatMap(({ searchWords }) => phrasesOf(searchWords).flat());
  return [...new Set(words.filter((other) => isAbout(word, other)))];
}

/** Whether two words begin with the same letter and are about as long. */
export function isAbout(word: string, other: string) {
  return other[0] === word[0] && Math.abs(other.length - word.length) <= mostMistakes;
}
