import type { Database } from "#database/connect.ts";
import { type SearchedWord, searchedWords, withSingular } from "../../../text/search-words.ts";
import { findWords, findWordsEndingWith } from "./catalog-words.ts";
import { maxWordsAround, type ParsedWord, shortestPart } from "./parse-words.ts";

/** A compound has so many letters before the searched word: "bookshelf" has "shelf", but "string" no "ring". */
const shortestFirst = 3;

/** A search whose neighbouring words are written as one where the catalog has that: "red lip stick" → "red", "lipstick". Undefined where it has none. */
export async function joinNeighbours(db: Database, words: SearchedWord[]): Promise<SearchedWord[] | undefined> {
  const pairs = words.slice(1).map(({ text }, index) => `${words[index]?.text}${text}`);
  if (pairs.length === 0) return undefined;
  const known = new Set((await findWords(db, pairs.flatMap(withSingular))).map(({ word }) => word));
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const pair = pairs[at];
    const isOne = pair !== undefined && withSingular(pair).some((word) => known.has(word));
    joined.push(isOne ? pair : (words[at] as SearchedWord).text);
    if (isOne) at++;
  }
  return joined.length < words.length ? searchedWords(joined.join(" ")) : undefined;
}

/** The words of a search with the catalog's compounds that end with them: "shelf" also means "bookshelf". Undefined where there are none. */
export async function addCompounds(db: Database, parsed: ParsedWord[]): Promise<ParsedWord[] | undefined> {
  const withCompounds = await Promise.all(
    parsed.map(async (word) => {
      const compounds = await findCompounds(db, word);
      if (compounds.length === 0) return word;
      const { phrases = [], categories = [] } = word.synonyms ?? {};
      return { ...word, synonyms: { phrases: [...phrases, ...compounds.map((compound) => [compound])], categories } };
    }),
  );
  return withCompounds.some((word, index) => word !== parsed[index]) ? withCompounds : undefined;
}

/** By the singular: the catalog has that of each of its words. */
async function findCompounds(db: Database, { words, isKnown, isAlike }: ParsedWord) {
  const [end = ""] = words.slice(-1);
  if (!isKnown || isAlike || end.length < shortestPart) return [];
  const longer = (await findWordsEndingWith(db, end)).filter((word) => word !== end);
  const isCompound = (word: string) => word.length >= end.length + shortestFirst;
  // "Cottonstring", for which "Cotton String" is found too, is one of "string".
  const others = longer.filter((word) => !isCompound(word));
  return longer
    .filter((word) => isCompound(word) && !others.some((other) => word.endsWith(other)))
    .slice(0, maxWordsAround);
}
