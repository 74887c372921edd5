import distance from "damerau-levenshtein";
import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";

/** So many of the catalog's words are compared with a mistyped one: those that share the most groups of three letters with it. */
const candidateCount = 60;
/** A part of a word stands for at most so many words that hold it. */
const maxWordsAround = 10;

/**
 * The catalog's words that hold a word it doesn't have ("berry" → "blueberry"): where languages write words together, people search for
 * the last part.
 */
export async function findWordsAround(db: Database, part: string): Promise<string[]> {
  if (part.length < 4) return [];
  const holds =
    engineOf(db) === "postgres"
      ? sql<boolean>`word like ${`%${part}%`}`
      : sql<boolean>`"searchWords" match ${quoted(trigramsOf(part)).join(" AND ")}`;
  const rows = await db
    .selectFrom("searchWords")
    .select("word")
    .where(holds)
    .orderBy("products", "desc")
    .orderBy("word")
    .limit(candidateCount)
    .execute();
  return rows
    .map(({ word }) => word)
    .filter((word) => word.includes(part))
    .slice(0, maxWordsAround);
}

/** Typing mistakes that a word may have, by its letters. */
function allowedMistakes({ length }: string) {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/**
 * The nearest of the catalog's own words to one that it doesn't have, by the letters that were left out, added, changed or swapped (Damerau
 * and Levenshtein's distance); of equally near ones the one that begins alike, and then the one that more products have.
 *
 * @returns undefined where none is near: words of 4 letters may have one mistake, those of 6 two
 */
export async function correctWord(db: Database, word: string): Promise<string | undefined> {
  const allowed = allowedMistakes(word);
  if (allowed === 0) return undefined;
  const candidates = [...(await readCandidates(db, word)), ...(await readSwapped(db, word))];
  const [nearest] = candidates
    .map((candidate) => ({ ...candidate, mistakes: distance(word, candidate.word).steps }))
    .filter(({ mistakes }) => mistakes <= allowed)
    .toSorted(
      (a, b) =>
        a.mistakes - b.mistakes ||
        Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) ||
        b.products - a.products ||
        (a.word < b.word ? -1 : 1),
    );
  return nearest?.word;
}

async function readCandidates(db: Database, word: string) {
  const query = db.selectFrom("searchWords").select(["word", "products"]).limit(candidateCount);
  if (engineOf(db) === "postgres") {
    const parts = [`${word.slice(0, 2)}%`, ...trigramsOf(word).map((trigram) => `%${trigram}%`), `%${word.slice(-2)}`];
    return query
      .where(sql<boolean>`word like any (${parts})`)
      .orderBy(sql`similarity(word, ${word})`, "desc")
      .orderBy("word")
      .execute();
  }
  const parts = quoted(trigramsOf(wordWithEdges(word)));
  return query
    .where(sql<boolean>`"searchWords" match ${parts.join(" OR ")}`)
    .orderBy(sql`rank`)
    .execute();
}

/** The catalog's words that come from swapping two neighbours in one: short ones then have no three letters in common with it. */
async function readSwapped(db: Database, word: string) {
  const letters = Array.from(word);
  const swapped = letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] as string).join(""));
  const isOneOfThem =
    engineOf(db) === "postgres"
      ? sql<boolean>`word in (${sql.join(swapped)})`
      : sql<boolean>`"searchWords" match ${swapped.map((other) => `(${quoted(trigramsOf(wordWithEdges(other))).join(" AND ")})`).join(" OR ")}`;
  return db.selectFrom("searchWords").select(["word", "products"]).where(isOneOfThem).limit(candidateCount).execute();
}

/** The condition that a row of `searchWords` is this word. SQLite finds it by its parts. */
export function isWord(db: Database, word: string): RawBuilder<boolean> {
  if (engineOf(db) === "postgres") return sql`word = ${word}`;
  return sql`"searchWords" match ${quoted(trigramsOf(wordWithEdges(word))).join(" AND ")} and word = ${word}`;
}

/** How SQLite's index has a word: with its beginning and its end, which count as letters. */
export function wordWithEdges(word: string) {
  return `^${word}$`;
}

function trigramsOf(word: string) {
  const letters = Array.from(word);
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""));
}

function quoted(parts: string[]) {
  return parts.map((part) => `"${part}"`);
}
