import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion } from "../../../changes/catalog-version.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import { findWords, readCountsBeginningWith } from "./catalog-words.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";

/** Products of the first cards that have a search's words, in the catalog's order. */
export interface Matches {
  numbers: number[];
  /** The cards that they are on. */
  cards: Set<number>;
  version: string;
}

/** A search looks at so many products one by one at most. */
const mostLookedAt = 20_000;
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
  db: Database,
  terms: Term[],
  { places, limit }: { places: Where[]; limit: number },
): Promise<Map<Where, Matches>> {
  const found = new Map<Where, Matches>();
  if (engineOf(db) === "sqlite") return found;
  const index = await readCatalogIndex(db);
  // In smaller catalogs no word has so many products.
  if (index.size < 2 * limit) return found;
  const frequency = Math.min(...(await Promise.all(terms.map((term) => readFrequency(db, term)))));
  // Half as many again, because words aren't spread evenly.
  const expected = Math.ceil((1.5 * limit * index.size) / frequency);
  if (expected > Math.min(frequency, mostLookedAt)) return found;
  const count = terms.some(({ isBeginning }) => isBeginning) ? Math.max(expected, leastForBeginnings) : expected;
  const conditions = places.map(({ field, someInTitle }) => hasTerms(db, terms, field, someInTitle));
  const first = index.firstNumbers(count);
  const looked = new Set(first);
  const { lists, version } = await readAmong(db, first, conditions);
  for (const [at, place] of places.entries()) {
    const near = index.firstInCatalog(lists[at] ?? [], limit);
    const cards = new Set(near.map((number) => index.cardOf(number)));
    if (cards.size < limit) continue;
    // Siblings may be anywhere behind.
    const others = index.siblingsOf(near).filter((number) => !looked.has(number));
    const further = others.length > 0 ? await readAmong(db, others, conditions.slice(at, at + 1)) : undefined;
    const numbers = index.firstInCatalog([...near, ...(further?.lists[0] ?? [])], limit);
    found.set(place, { numbers, cards, version });
  }
  return found;
}

/** How many products have a word, wherever; of one that begins others, how many have the most frequent of these. */
async function readFrequency(db: Database, { words, isBeginning }: Term) {
  const counts = isBeginning ? await readCountsBeginningWith(db, words) : await findWords(db, words);
  return Math.max(0, ...counts.map(({ products }) => products));
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
