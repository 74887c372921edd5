import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { jsonItems } from "#database/insert-rows.ts";

/** So many words are looked at where many share parts with one. */
const candidateCount = 60;
const wordsPerStatement = 1000;

/** A word of the catalog, folded, and how many products have it. */
export interface CatalogWord {
  word: string;
  products: number;
}

/** A word with its beginning and its end, which count as letters. */
const withEdges = sql`'^' || word || '$'`;

/**
 * Follows a change of the catalog's words.
 *
 * @param changes by words: how many more products have each
 */
export async function addWordCounts(db: Database, changes: Map<string, number>) {
  const all = [...changes].filter(([, by]) => by !== 0);
  for (let start = 0; start < all.length; start += wordsPerStatement) {
    const changed = await changeCounts(db, all.slice(start, start + wordsPerStatement));
    const unused = changed.filter(({ products }) => products <= 0).map(({ word }) => word);
    if (unused.length > 0) await deleteWords(db, unused);
  }
}

/** The words' own index finds them here. For an update by join, PostgreSQL might ask their trigrams, which takes a second for a thousand. */
async function changeCounts(db: Database, words: [string, number][]) {
  const upsert = sql<CatalogWord>`insert into "searchWords" (word, products)
    select value ->> 0, cast(value ->> 1 as integer) from ${jsonItems(db, words)} where true
    on conflict (word) do update set products = "searchWords".products + excluded.products
    returning word, products`;
  if (engineOf(db) === "postgres") return (await upsert.execute(db)).rows;
  const {
    rows: [last],
  } = await sql<{ id: number | null }>`select max(id) as id from "searchWords"`.execute(db);
  const { rows } = await upsert.execute(db);
  await sql`insert into "searchWordParts" (rowid, parts)
    select id, ${withEdges} from "searchWords" where id > ${last?.id ?? 0}`.execute(db);
  return rows;
}

async function deleteWords(db: Database, words: string[]) {
  // As a join: for a list of values PostgreSQL would ask the words' trigrams, which takes a second for a thousand.
  const isDeleted = sql`word in (select value ->> 0 from ${jsonItems(
    db,
    words.map((word) => [word]),
  )})`;
  if (engineOf(db) === "sqlite") {
    await sql`insert into "searchWordParts" ("searchWordParts", rowid, parts)
      select 'delete', id, ${withEdges} from "searchWords" where ${isDeleted}`.execute(db);
  }
  await sql`delete from "searchWords" where ${isDeleted}`.execute(db);
}

/** Those of some words that the catalog has. */
export async function findWords(db: Database, words: string[]): Promise<CatalogWord[]> {
  if (engineOf(db) === "sqlite")
    return db.selectFrom("searchWords").select(["word", "products"]).where("word", "in", words).execute();
  // Each by a range that only it is in. For a list of values PostgreSQL asks the words' trigrams: three among 15,000 took 35 ms instead of 0.1.
  return db
    .selectFrom(sql<string>`unnest(${[...new Set(words)]}::text[])`.as<"asked">(sql`asked(wanted)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("searchWords")
          .select(["word", "products"])
          .where("word", ">=", sql<string>`wanted`)
          .where("word", "<=", sql<string>`wanted`)
          .limit(1)
          .as("found"),
      (join) => join.onTrue(),
    )
    .select(["found.word", "found.products"])
    .execute();
}

/** The first of the catalog's words, by letters, that begin with one of these. */
export async function findWordsBeginningWith(db: Database, beginnings: string[], limit: number): Promise<string[]> {
  const rows = await wordsBeginningWith(db, beginnings).select("word").orderBy("word").limit(limit).execute();
  return rows.map(({ word }) => word);
}

/** Words that are looked at to estimate how many products have one of them. */
const estimatedWords = 5000;

/** How many products have each of the words that begin with one of these; of very many words, some. */
export function readCountsBeginningWith(db: Database, beginnings: string[]) {
  return db
    .selectFrom(wordsBeginningWith(db, beginnings).select("products").limit(estimatedWords).as("some"))
    .select(({ fn }) => fn.coalesce(fn.max("products"), sql<number>`0`).as("products"))
    .execute();
}

function wordsBeginningWith(db: Database, beginnings: string[]) {
  return db
    .selectFrom("searchWords")
    .where((eb) =>
      eb.or(
        beginnings.map((beginning) => eb.and([eb("word", ">=", beginning), eb("word", "<", `${beginning}\u{10ffff}`)])),
      ),
    );
}

/** Words of the catalog that hold a part of at least three letters, those that most products have first. */
export async function findWordsAround(db: Database, part: string): Promise<string[]> {
  const words = await findWordsWith(db, `%${part}%`, trigramsOf(part));
  return words.filter((word) => word.includes(part));
}

/** Those that end with it. */
export async function findWordsEndingWith(db: Database, end: string): Promise<string[]> {
  const words = await findWordsWith(db, `%${end}`, trigramsOf(`${end}$`));
  return words.filter((word) => word.endsWith(end));
}

/** @param pattern what PostgreSQL looks for @param parts what SQLite looks for */
async function findWordsWith(db: Database, pattern: string, parts: string[]) {
  const rows = await db
    .selectFrom("searchWords")
    .select("word")
    .where(
      engineOf(db) === "postgres" ? sql<boolean>`word like ${pattern}` : hasParts(sql`${quoted(parts).join(" AND ")}`),
    )
    .orderBy("products", "desc")
    .orderBy("word")
    .limit(candidateCount)
    .execute();
  return rows.map(({ word }) => word);
}

/**
 * PostgreSQL's least share of common groups of three letters for similar words (`%`): a short word with one typo shares no more. It is set within
 * the query, where a pooler can't lose it: `%` needs its operand first. See docs/decisions/0230.
 */
const withThreshold = sql`from set_config('pg_trgm.similarity_threshold', '0.2', true)`;

/** Words of the catalog that share the most groups of three letters with one, its beginning and its end among them. */
export async function findSimilarWords(db: Database, word: string): Promise<CatalogWord[]> {
  const query = db.selectFrom("searchWords").select(["word", "products"]).limit(candidateCount);
  if (engineOf(db) === "postgres") {
    return query
      .where(sql<boolean>`word % (select cast(${word} as text) ${withThreshold})`)
      .orderBy(sql`similarity(word, ${word})`, "desc")
      .orderBy("word")
      .execute();
  }
  const parts = quoted(trigramsOf(`^${word}$`)).join(" OR ");
  return query.where(hasParts(sql`${parts} order by rank limit ${candidateCount}`)).execute();
}

/** @param query what SQLite's index of parts is asked */
function hasParts(query: RawBuilder<unknown>) {
  return sql<boolean>`id in (select rowid from "searchWordParts" where "searchWordParts" match ${query})`;
}

function trigramsOf(word: string) {
  const letters = Array.from(word);
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""));
}

function quoted(parts: string[]) {
  return parts.map((part) => `"${part}"`);
}
