import distance from "damerau-levenshtein";
import type { Database } from "#database/connect.ts";
import { findSimilarWords, findWords } from "./catalog-words.ts";
import { areNames } from "./search-index.ts";

/** Typing mistakes that a word may have, by its letters. */
function allowedMistakes({ length }: string) {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/** Words of so many letters keep their first one: too many others are one letter away ("gift", "lift"). */
const shortWord = 4;

/**
 * The mistakes that a word has, taken for one that exists: letters that were left out, added, changed or swapped (Damerau and Levenshtein's
 * distance). Undefined for too many, or another number: "30ml" isn't "50ml" mistyped.
 */
function countMistakes(word: string, meant: string) {
  if (word.length <= shortWord && meant[0] !== word[0]) return undefined;
  if (digitsOf(word) !== digitsOf(meant)) return undefined;
  const { steps } = distance(word, meant);
  return steps <= allowedMistakes(word) ? steps : undefined;
}

function digitsOf(word: string) {
  return word.replace(/\P{N}/gu, "");
}

/** The nearest of some words of the catalog to one that it doesn't have, the first where several are; undefined where none is near. */
export function nearestWord(word: string, candidates: string[]): string | undefined {
  const near = candidates.map((candidate) => ({ candidate, mistakes: countMistakes(word, candidate) ?? Infinity }));
  const [nearest] = near.filter(({ mistakes }) => mistakes < Infinity).toSorted((a, b) => a.mistakes - b.mistakes);
  return nearest?.candidate;
}

/**
 * The nearest name of the catalog to a word that it doesn't have; of equally near ones the one that begins alike, and then the one that more products have. Words that only
 * descriptions have are no names: "sofa" isn't "soft" mistyped. See docs/decisions/0140.
 *
 * @param searchWords what categories are also found by, which count as names
 * @returns undefined where none is near: words of 4 letters may have one mistake, which isn't in the first letter, those of 6 two
 */
export async function correctWord(db: Database, word: string, searchWords: string[]): Promise<string | undefined> {
  if (allowedMistakes(word) === 0) return undefined;
  const candidates = [
    ...(await findSimilarWords(db, word)),
    ...(await findWords(db, withSwappedLetters(word))),
    ...searchWords.map((word) => ({ word, products: 0 })),
  ];
  const near = candidates
    .flatMap((candidate) => {
      const mistakes = countMistakes(word, candidate.word);
      return mistakes === undefined ? [] : [{ ...candidate, mistakes }];
    })
    .toSorted(
      (a, b) =>
        a.mistakes - b.mistakes ||
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        b.products - a.products ||
        (a.word < b.word ? -1 : 1),
    );
  for (const { word } of near) if (searchWords.includes(word) || (await areNames(db, [word]))) return word;
  return undefined;
}

/** What comes from swapping two neighbours in a word: short ones then have no three letters in common with it. */
function withSwappedLetters(word: string) {
  const letters = Array.from(word);
  return letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] as string).join(""));
}
