import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { currentRevision } from "../catalog-revision.ts";
import { correctWord, findWordsAround } from "./correct-word.ts";
import { hasTerms, type SearchedField, type Term } from "./search-index.ts";
import { searchedWords, singularOf } from "./search-words.ts";

/** A search gives its best so many products, whatever else has its words. */
export const maxFound = 600;

export interface FoundProducts {
  /** The products' positions in the catalog, the best first. */
  positions: number[];
  /** The words that were searched for in the place of mistyped ones. */
  instead: string | undefined;
  /** Whether no product has all words, so that these have only some. */
  isPartial: boolean;
  /** Whether more products were found than are given. */
  isCapped: boolean;
  /** The catalog's revision; null where nothing was found. */
  revision: string | null;
}

/** Where the words of a search are looked for, the best place first. A product is found in the first of them where it has all words. */
const tiers: { fields: SearchedField[]; asBeginnings: boolean }[] = [
  { fields: ["title"], asBeginnings: false },
  { fields: ["title", "brand", "kind"], asBeginnings: false },
  { fields: ["title", "brand", "kind"], asBeginnings: true },
  { fields: ["title", "brand", "kind", "description"], asBeginnings: false },
];

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is.
 */
export async function searchProducts(db: Database, text: string): Promise<FoundProducts> {
  const words = searchedWords(text);
  const understood = await Promise.all(words.map((word) => understand(db, word)));
  const instead = understood.some(({ isCorrected }) => isCorrected)
    ? understood.map(({ words: [word = ""] }) => word).join(" ")
    : undefined;
  const all = await findAll(db, understood);
  if (all.length > 0 || words.length < 2) return found(all, { instead, isPartial: false });
  const some = await findSome(db, understood);
  return found(some, { instead, isPartial: some.length > 0 });
}

interface UnderstoodWord {
  words: string[];
  isCorrected: boolean;
}

async function understand(db: Database, word: string): Promise<UnderstoodWord> {
  const words = [...new Set([word, singularOf(word)])];
  if (await isKnown(db, words)) return { words, isCorrected: false };
  const around = await findWordsAround(db, singularOf(word));
  if (around.length > 0) return { words: around, isCorrected: false };
  const nearest = await correctWord(db, word);
  return nearest ? { words: [nearest], isCorrected: true } : { words, isCorrected: false };
}

/** Most words are known as they are, and to look for all that begin with one takes the longest. */
async function isKnown(db: Database, words: string[]) {
  for (const isBeginning of [false, true]) {
    const [row] = await readMatches(db, [{ words, isBeginning }], ["title", "brand", "kind", "description"], 1);
    if (row) return true;
  }
  return false;
}

type Match = Awaited<ReturnType<typeof readMatches>>[number];

async function findAll(db: Database, understood: UnderstoodWord[]): Promise<Match[]> {
  const matches = new Map<number, Match>();
  for (const { fields, asBeginnings } of understood.length > 0 ? tiers : []) {
    const terms = understood.map(({ words }) => ({ words, isBeginning: asBeginnings }));
    for (const match of await readMatches(db, terms, fields, maxFound + 1)) {
      if (!matches.has(match.position)) matches.set(match.position, match);
    }
    if (matches.size > maxFound) break;
  }
  return [...matches.values()];
}

/** Products that have some of the words: first those that have most of them. */
async function findSome(db: Database, understood: UnderstoodWord[]) {
  const found = await Promise.all(understood.map((word) => findAll(db, [word])));
  const matches = new Map(found.flat().map((match) => [match.position, match]));
  const times = Map.groupBy(found.flat(), ({ position }) => position);
  const timesOf = ({ position }: Match) => times.get(position)?.length ?? 0;
  return [...matches.values()].toSorted((a, b) => timesOf(b) - timesOf(a));
}

function found(matches: Match[], understood: Pick<FoundProducts, "instead" | "isPartial">): FoundProducts {
  return {
    positions: matches.slice(0, maxFound).map(({ position }) => position),
    isCapped: matches.length > maxFound,
    revision: matches[0]?.revision ?? null,
    ...understood,
    instead: matches.length > 0 ? understood.instead : undefined,
  };
}

/** In the catalog's order, in which the index was made. */
async function readMatches(db: Database, terms: Term[], fields: SearchedField[], limit: number) {
  const position = engineOf(db) === "postgres" ? sql<number>`position` : sql<number>`rowid`;
  return db
    .selectFrom("productSearch")
    .select([position.as("position"), currentRevision.as("revision")])
    .where(hasTerms(db, terms, fields))
    .limit(limit)
    .execute();
}
