import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { currentRevision } from "../catalog-revision.ts";
import { findWords, findWordsAround, findWordsBeginningWith } from "./catalog-words.ts";
import { correctWord } from "./correct-word.ts";
import { hasTerms, type Place, type Term } from "./search-index.ts";
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
  /** The catalog's revision; null where nothing was looked for. */
  revision: string | null;
}

/** Where the words of a search are looked for, the best place first. A product is found in the first of them where it has all words. */
const tiers: { place: Place; asBeginnings: boolean }[] = [
  { place: "title", asBeginnings: false },
  { place: "names", asBeginnings: false },
  { place: "names", asBeginnings: true },
  { place: "texts", asBeginnings: false },
];

/** Of a word that begins more of the catalog's than so many, the engine looks for all that begin with it. */
const maxListedBeginnings = 20;
/** A part of a word stands for at most so many words that hold it. */
const maxWordsAround = 10;
const shortestPart = 4;

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is.
 */
export async function searchProducts(db: Database, text: string): Promise<FoundProducts> {
  const words = searchedWords(text);
  const known = await readKnownWords(db, words);
  const understood = await Promise.all(words.map((word) => understand(db, word, known)));
  const instead = understood.some(({ isCorrected }) => isCorrected)
    ? understood.map(({ words: [word = ""] }) => word).join(" ")
    : undefined;
  const all = await findAll(db, understood);
  if (all.positions.length > 0 || words.length < 2) return found(all, { instead, isPartial: false });
  const some = await findSome(db, understood);
  return found(some, { instead, isPartial: some.positions.length > 0 });
}

interface UnderstoodWord {
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

async function understand(db: Database, word: string, known: Set<string>): Promise<UnderstoodWord> {
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
  positions: number[];
  revision: string | null;
}

async function findAll(db: Database, understood: UnderstoodWord[]): Promise<Matches> {
  const positions = new Set<number>();
  let revision: string | null = null;
  const areKnown = understood.every(({ isKnown }) => isKnown);
  for (const { place, asBeginnings } of understood.length > 0 ? tiers : []) {
    const terms = asBeginnings ? await readBeginnings(db, understood) : areKnown && understood.map(wholeTerm);
    if (!terms) continue;
    const matches = await readMatches(db, terms, place);
    for (const position of matches.positions) positions.add(position);
    revision = matches.revision;
    if (positions.size > maxFound) break;
  }
  return { positions: [...positions], revision };
}

function wholeTerm({ words }: UnderstoodWord): Term {
  return { words, isBeginning: false };
}

/** The words that begin with those of a search; undefined where these are no others. Words before the last that are known are meant as they are. */
async function readBeginnings(db: Database, understood: UnderstoodWord[]): Promise<Term[] | undefined> {
  const last = understood.at(-1);
  const terms = await Promise.all(
    understood.map((word) => {
      if (word.isKnown && word !== last) return wholeTerm(word);
      return word.beginning ?? readBeginning(db, word.words);
    }),
  );
  const areLonger = terms.some(
    ({ words, isBeginning }, index) => isBeginning || words.some((word) => !understood[index]?.words.includes(word)),
  );
  return areLonger && terms.every(({ words }) => words.length > 0) ? terms : undefined;
}

async function readBeginning(db: Database, words: string[]): Promise<Term> {
  const longer = await findWordsBeginningWith(db, words, maxListedBeginnings + 1);
  return longer.length > maxListedBeginnings ? { words, isBeginning: true } : { words: longer, isBeginning: false };
}

/** Products that have some of the words: first those that have most of them. */
async function findSome(db: Database, understood: UnderstoodWord[]): Promise<Matches> {
  const found = await Promise.all(understood.map((word) => findAll(db, [word])));
  const times = new Map<number, number>();
  for (const position of found.flatMap(({ positions }) => positions)) {
    times.set(position, (times.get(position) ?? 0) + 1);
  }
  const positions = Array.from(times.keys()).toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  return { positions, revision: found[0]?.revision ?? null };
}

function found(
  { positions, revision }: Matches,
  { instead, isPartial }: Pick<FoundProducts, "instead" | "isPartial">,
): FoundProducts {
  return {
    positions: positions.slice(0, maxFound),
    isCapped: positions.length > maxFound,
    revision,
    isPartial,
    instead: positions.length > 0 ? instead : undefined,
  };
}

/** The first products that have all terms in a place, in the catalog's order. */
async function readMatches(db: Database, terms: Term[], place: Place): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  const position = isPostgres ? sql<number>`position` : sql<number>`rowid`;
  const list = isPostgres ? sql`json_agg(position order by position)::text` : sql`json_group_array(position)`;
  const first = db
    .selectFrom("productSearch")
    .select(position.as("position"))
    .where(hasTerms(db, terms, place))
    .orderBy(position)
    .limit(maxFound + 1);
  // One row: some hundred would take longer to hand over than to find.
  const { positions, revision } = await db
    .selectFrom(first.as("first"))
    .select([sql<string | null>`${list}`.as("positions"), currentRevision.as("revision")])
    .executeTakeFirstOrThrow();
  return { positions: JSON.parse(positions ?? "[]"), revision };
}
