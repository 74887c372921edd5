import { listOfText } from "../../../files/list-text.ts";
import { searchedWords, singularOf } from "../../../text/search-words.ts";

/** Words that an owner typed with commas between them, or with the signs that other languages and keyboards have for them. Each may be of several words. */
export function typedWords(text: string): string[] {
  return listOfText(text.replace(/[\n;，、،]/g, ","), ",");
}

/** The first of these that no search finds. */
export function findEmptyWord(words: string[]) {
  return words.find((word) => searchedWords(word).length === 0);
}

/** The same for words that find the same: "Sofas" and "sofa". */
export function comparedWord(word: string) {
  return singularsIn(word).join(" ");
}

/** The words that a search for a text has, in the singular. */
export function singularsIn(text: string): string[] {
  return searchedWords(text).map(({ text }) => singularOf(text));
}

/** Each once, in its first spelling. */
export function distinctWords(words: string[]): string[] {
  const bySense = new Map(words.toReversed().map((word) => [comparedWord(word), word]));
  return [...bySense.values()].toReversed();
}
