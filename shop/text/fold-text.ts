import { normalizeText } from "./normalize-text.ts";

const lettersWithoutDecomposition: Record<string, string> = {
  æ: "ae",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ß: "ss",
  þ: "th",
};

/**
 * A text folded for comparing, searching and sorting: lower case, without accents and apostrophes ("Solvène" → "solvene", "Ærfugl" → "aerfugl",
 * "O’Brien" → "obrien"). Stored keys are made of it: other results need a migration. See docs/decisions/0186.
 */
export function foldText(text: string) {
  return foldLetters(text.replaceAll("´", "'"))
    .replace(/['‘’‛ʹʻʼ′`]/g, "")
    .replaceAll("ı", "i");
}

/** A text in lower case without accents. Slugs are made of it, so it never changes. */
export function foldLetters(text: string) {
  return normalizeText(text, "NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[æøđðłßþ]/g, (letter) => lettersWithoutDecomposition[letter] ?? letter);
}
