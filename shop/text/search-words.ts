import { foldText } from "./fold-text.ts";
import { normalizeText } from "./normalize-text.ts";

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

/** A word of a text: what is between two spaces or signs. */
interface Word {
  /** Folded, without what isn't a letter or a digit ("Crème d'Or" → "creme", "dor"). */
  text: string;
  /** Its numbers, its letters between them, and each character of a script that has no spaces: "30ml" → "30", "ml"; "緑茶" → "緑", "茶". */
  parts: string[];
}

const unspaced = String.raw`(?=\p{L})[${["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")}]`;
const number = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const wordPattern = new RegExp(String.raw`(?:${number}|\p{L})+`, "gu");
const partPattern = new RegExp(String.raw`${number}|${unspaced}|(?:(?!${unspaced})\p{L})+`, "gu");
const unspacedPattern = new RegExp(unspaced, "u");

/** The words of a text. Decimals are written as one number: "1,5 l" and "1.5 l" → "1p5", "l". */
function splitText(text: string): Word[] {
  const folded = foldText(text.replaceAll("×", "x"));
  // Hangul's syllables, which folding takes apart, are its letters.
  const words = normalizeText(folded, "NFC").match(wordPattern) ?? [];
  return words.map((word) => {
    const parts = (word.match(partPattern) ?? []).map((part) => cut(part.replace(/[.,]/g, "p")));
    return { text: parts.join(""), parts };
  });
}

/** No word is longer. */
const longestWord = 60;

function cut(word: string) {
  return word.slice(0, longestWord).toWellFormed();
}

/** So many parts of a text are indexed: no engine indexes a whole library of one product. */
const maxPartsPerText = 4000;

/**
 * The words by which a text is found, which are those of `searchedWords` and their singulars. Each pair of neighbouring parts is a word too, also
 * of a number and a unit with a space between them: "30 ml" is found by "30ml", and "緑茶" in the middle of a longer run. See docs/decisions/0184.
 */
export function indexedWords(text: string): string[] {
  const words: string[] = [];
  let previous = "";
  let count = 0;
  for (const { text: word, parts } of splitText(text)) {
    count += parts.length;
    if (count > maxPartsPerText) break;
    if (parts.length > 1 && !unspacedPattern.test(word)) words.push(cut(word));
    if (isBoundary(previous, parts[0] as string)) words.push(cut(previous + parts[0]));
    words.push(...parts.flatMap(withNumberForms), ...pairsOf(parts));
    previous = parts.at(-1) as string;
  }
  return words.flatMap(withSingular);
}

/** Whether one of two neighbours is a number and the other isn't. */
function isBoundary(one: string, other: string) {
  return one !== "" && isNumber(one) !== isNumber(other);
}

function isNumber(part: string) {
  return /^\p{N}/u.test(part);
}

/** "1p5" is also found by its digits, and "1p000" as "1000", which "1,000" often means. */
function withNumberForms(part: string) {
  if (!isNumber(part) || !part.includes("p")) return [part];
  return [part, ...part.split("p"), ...(/^\d{1,3}(?:p\d{3})+$/.test(part) ? [part.replaceAll("p", "")] : [])];
}

function pairsOf(parts: string[]) {
  return parts.slice(1).map((part, index) => cut(parts[index] + part));
}

/** Neighbouring words as some people write them: "nail polish" → "nailpolish". */
export function joinedWords(text: string): string[] {
  const words = splitText(text.slice(0, maxPartsPerText)).map((word) => word.text);
  return words.slice(1).map((word, index) => cut(words[index] + word));
}

/** A word and its singular, which are both indexed and searched for. */
export function withSingular(word: string) {
  return [...new Set([word, singularOf(word)])];
}

/**
 * An English noun's singular ("berries" → "berry", "brushes" → "brush"), by the rules of D. Harman's S stemmer (How Effective Is
 * Suffixing?, 1991) and one for "-shes" and "-toes".
 */
export function singularOf(word: string) {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (/[^ae]ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh|..[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return /[^us]s$/.test(word) ? word.slice(0, -1) : word;
}

const fillers = new Set(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

/** A word of a search. */
export interface SearchedWord {
  text: string;
  /** The indexed words that a product must all have: the word, or each pair of its parts where it has more than two. */
  keys: string[];
}

/** A word of a script without spaces may be a whole sentence, of which so many pairs count. */
const maxKeys = 16;

/** The words of a search that count: fillers only where there is nothing else. */
export function searchedWords(text: string): SearchedWord[] {
  const words = new Map(splitText(text).map(({ text, parts }) => [text, parts]));
  const meant = [...words].filter(([word]) => !fillers.has(word));
  return (meant.length > 0 ? meant : [...words]).slice(0, maxWords).map(([text, parts]) => ({
    text,
    keys: parts.length > 2 ? [...new Set(pairsOf(parts))].slice(0, maxKeys) : [cut(text)],
  }));
}
