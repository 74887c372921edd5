import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion } from "../../../changes/catalog-version.ts";
import type { CatalogIndex } from "../index/catalog-index.ts";
import { findWords, readCountsBeginningWith } from "./catalog-words.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";

/** Where a search looks: the database, and the index of the catalog that it has. */
export interface SearchedCatalog {
  db: Database;
  index: CatalogIndex;
}

/** Products of the first cards that have a search's words, in the catalog's order. */
export interface Matches {
  numbers: number[];
  /** The cards that they are on. */
  cards: Set<number>;
  version: string;
}

/** A search looks at so many products one by one at most. */
const mostLookedAt = 20_000;
/** To look at one takes PostgreSQL as long as to read so many that match: 4 µs each instead of 1 to 2. */
const costOfLooking = 2;
/** Titles may have other words with a beginning than the most frequent one. */
const leastForBeginnings = 10_000;

/** Where words are looked for. */
interface Place {
  field: SearchField;
  someInTitle?: true;
}

/**
 * Looks for words that many products have among the first products of the catalog, where a search finds all that it gives: PostgreSQL's index of words
 * would read every product that has them. See docs/decisions/0373.
 *
 * @param limit how many cards are wanted
 * @returns by place, what a search of all products would find there; nothing for those where the first products don't tell
 */
export async function findNearest<Where extends Place>(
  { db, index }: SearchedCatalog,
  terms: Term[],
  { places, limit }: { places: Where[]; limit: number },
): Promise<Map<Where, Matches>> {
  const found = new Map<Where, Matches>();
  if (engineOf(db) === "sqlite") return found;
  // In smaller catalogs no word has so many products.
  if (index.size < 2 * limit) return found;
  const frequency = Math.min(...(await readFrequencies(db, terms)));
  const expected = productsFor(limit, frequency / index.size);
  if (!takesLess(expected, frequency)) return found;
  const count = terms.some(({ isBeginning }) => isBeginning) ? Math.max(expected, leastForBeginnings) : expected;
  const conditions = places.map(({ field, someInTitle }) => hasTerms(db, terms, field, someInTitle));
  const { lists, version } = await readAmong(db, index.firstNumbers(count), conditions);
  const cardsOf = (numbers: number[]) => new Set(numbers.map((number) => index.cardOf(number)));
  for (const [at, place] of places.entries()) {
    const condition = conditions.slice(at, at + 1);
    let looked = index.firstNumbers(count);
    let near = index.firstInCatalog(lists[at] ?? [], limit);
    // A search ends at the first place that has enough.
    if (cardsOf(near).size < limit && found.size === 0) {
      const share = cardsOf(near).size / looked.length;
      const wanted = productsFor(limit, share);
      if (!takesLess(wanted, share * index.size)) continue;
      const more = await readAmong(db, index.firstNumbers(wanted).slice(looked.length), condition);
      looked = index.firstNumbers(wanted);
      near = index.firstInCatalog([...near, ...(more.lists[0] ?? [])], limit);
    }
    if (cardsOf(near).size < limit) continue;
    // Siblings may be anywhere behind.
    const known = new Set(looked);
    const others = index.siblingsOf(near).filter((number) => !known.has(number));
    const further = others.length > 0 ? await readAmong(db, others, condition) : undefined;
    const numbers = index.firstInCatalog([...near, ...(further?.lists[0] ?? [])], limit);
    found.set(place, { numbers, cards: cardsOf(near), version });
  }
  return found;
}

/** How many of the catalog's first products should have the wanted cards, if they are a share of all: half as many again, because words aren't spread evenly. */
function productsFor(cards: number, share: number) {
  return Math.ceil((1.5 * cards) / share);
}

/** Whether it takes less to look at so many products one by one than to read all that match. */
function takesLess(count: number, matching: number) {
  return count <= Math.min(matching / costOfLooking, mostLookedAt);
}

/** How many products have each word, wherever; of one that begins others, how many have the most frequent of these. */
async function readFrequencies(db: Database, terms: Term[]) {
  const wholeWords = ({ words, isBeginning, phrases = [] }: Term) => (isBeginning ? [] : [...words, ...phrases.flat()]);
  const known = await findWords(db, terms.flatMap(wholeWords));
  const countOf = new Map(known.map(({ word, products }) => [word, products]));
  return Promise.all(
    terms.map(async (term) => {
      const counts = term.isBeginning
        ? (await readCountsBeginningWith(db, term.words)).map(({ products }) => products)
        : wholeWords(term).map((word) => countOf.get(word) ?? 0);
      return Math.max(0, ...counts);
    }),
  );
}

/** Which of some products fulfill each condition. They are looked up one by one: PostgreSQL might rather read all of the table's texts. */
async function readAmong(db: Database, numbers: number[], conditions: RawBuilder<boolean>[]) {
  const found = conditions.map((condition) => sql`json_agg(number) filter (where ${condition})`);
  const { version, lists } = await db
    .selectFrom(sql<number>`unnest(${numbers}::integer[])`.as<"looked">(sql`looked(wanted)`))
    .innerJoinLateral(
      (eb) => eb.selectFrom("productSearch").selectAll().where("number", "=", sql<number>`wanted`).limit(1).as("entry"),
      (join) => join.onTrue(),
    )
    .select([catalogVersion.as("version"), sql<(number[] | null)[]>`json_build_array(${sql.join(found)})`.as("lists")])
    .executeTakeFirstOrThrow();
  return { version, lists: lists.map((list) => list ?? []) };
}
