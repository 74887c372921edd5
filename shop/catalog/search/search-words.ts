import { foldText } from "../fold-text.ts";

/** Characters of a search. What is longer is cut. */
export const searchTextLimit = 100;
/** A search has so many words that count. */
const maxWords = 8;

/** What is searched for, as an address says it; undefined for nothing. */
export function parseSearchText(value: string | null): string | undefined {
  const text = (value ?? "")
    .slice(0, 4 * searchTextLimit)
    .toWellFormed()
    .replaceAll("\0", " ")
    .trim()
    .replace(/\s+/g, " ");
  return Array.from(text).slice(0, searchTextLimit).join("").trim() || undefined;
}

/**
 * The words of a text as they are indexed and searched for: folded, without what isn't a letter or a digit ("Crème d'Or" → "creme", "dor"),
 * and no longer than a word may be.
 */
export function wordsOf(text: string): string[] {
  const words = foldText(text.replace(/['’]/g, "")).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, longestWord).toWellFormed());
}

const longestWord = 60;

/**
 * An English noun's singular ("berries" → "berry", "brushes" → "brush"), by the rules of D. Harman's S stemmer (How Effective Is
 * Suffixing?, 1991) and one for "-shes" and "-toes". A word and its singular are both indexed and searched for.
 */
export function singularOf(word: string) {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (/[^ae]ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh|..[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return /[^us]s$/.test(word) ? word.slice(0, -1) : word;
}

const fillers = new Set(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

/** The words of a search that count: fillers only where there is nothing else. */
export function searchedWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const meant = words.filter((word) => !fillers.has(word));
  return (meant.length > 0 ? meant : words).slice(0, maxWords);
}
