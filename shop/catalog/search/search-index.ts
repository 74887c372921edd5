import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { jsonItems } from "#database/insert-rows.ts";
import { replaceTables } from "#database/replace-tables.ts";
import { countWord, insertWords } from "./catalog-words.ts";
import { singularOf, wordsOf } from "./search-words.ts";

/**
 * Where words are looked for, each place with the one before it. The index has a word once for each of its places, behind that place's digit
 * ("1oak", "2oak"): an engine that is asked for titles then never sees the products that have the word elsewhere.
 */
const placeDigits = { title: 1, names: 2, texts: 3 };
export type Place = keyof typeof placeDigits;
const placeNames = Object.keys(placeDigits) as Place[];

/** Raised whenever other words are indexed: shops that are opened then make their index anew. */
export const searchIndexVersion = "2";

const productsPerRead = 1000;

/**
 * Indexes the words of all products, by their positions: with SQLite's FTS5, or PostgreSQL's full text. Also keeps the words
 * themselves, in which whoever mistypes one is helped. For the transaction that has changed the products.
 */
export async function buildSearchIndex(transaction: Database) {
  const products = new Map<string, number>();
  const tables = [
    {
      table: "productSearch" as const,
      primaryKey: "position",
      index: sql`using gin (keys) with (fastupdate = off)`,
      fill: async (into: string) => {
        for await (const indexed of readWords(transaction)) {
          for (const { texts } of indexed) for (const word of texts) products.set(word, (products.get(word) ?? 0) + 1);
          await insertKeys(transaction, indexed, into);
        }
      },
    },
    {
      table: "searchWords" as const,
      primaryKey: "word",
      index: sql`using gin (word gin_trgm_ops)`,
      fill: (into: string) => insertWords(transaction, products, into),
    },
  ];
  if (engineOf(transaction) === "postgres") return replaceTables(transaction, tables);
  await emptyIndex(transaction, "productSearch");
  await emptyIndex(transaction, "searchWordParts");
  await transaction.deleteFrom("searchWords").execute();
  for (const { table, fill } of tables) await fill(table);
}

async function* readWords(db: Database) {
  for (let last = 0; ; ) {
    const rows = await readTexts(db, last);
    const [lastRow] = rows.slice(-1);
    if (!lastRow) return;
    last = lastRow.position;
    yield rows.map(wordsByPlace);
  }
}

/** Empties an index of SQLite's, which keeps no texts. */
async function emptyIndex(db: Database, index: "productSearch" | "searchWordParts") {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('delete-all')`.execute(db);
}

/**
 * Has the index follow one product that was otherwise before, or is new (no `before`), or has left the catalog (no `after`). For the transaction
 * that has changed the product and then raised the catalog's revision.
 */
export async function reindexProduct(
  transaction: Database,
  before: PlacedTexts | undefined,
  after: PlacedTexts | undefined,
) {
  const [old, product] = [before && wordsByPlace(before), after && wordsByPlace(after)];
  if (old && product && old.position === product.position && keysOf(old) === keysOf(product)) return;
  if (old) await deleteKeys(transaction, old);
  if (product) await insertKeys(transaction, [product]);
  const [gone, come] = [new Set(old?.texts), new Set(product?.texts)];
  for (const word of gone) if (!come.has(word)) await countWord(transaction, word, -1);
  for (const word of come) if (!gone.has(word)) await countWord(transaction, word, 1);
}

function readTexts(db: Database, last: number) {
  return db
    .selectFrom("products")
    .select(["position", "id", "title", "brand", "category", "tags", "description"])
    .where("position", ">", last)
    .orderBy("position")
    .limit(productsPerRead)
    .execute();
}

interface PlacedTexts {
  position: number;
  id: string;
  title: string;
  brand: string | null;
  category: string;
  tags: string;
  description: string;
}

type PlacedWords = { position: number } & Record<Place, string[]>;

function wordsByPlace({ position, id, title, brand, category, tags, description }: PlacedTexts): PlacedWords {
  const all = new Set<string>();
  const withMore = (words: string[]) => {
    for (const word of words) all.add(word);
    return [...all];
  };
  return {
    position,
    title: withMore([...withSingulars(title), ...joined(title)]),
    names: withMore(withSingulars([brand, category, ...JSON.parse(tags), id].join(" "))),
    texts: withMore(withSingulars(description)),
  };
}

/** Neighbours as some people write them: "nail polish" → "nailpolish". */
function joined(text: string) {
  const words = wordsOf(text).slice(0, maxWordsPerField);
  return words.slice(1).map((word, index) => words[index] + word);
}

/** No engine indexes a whole library of one product. */
const maxWordsPerField = 2000;

function withSingulars(text: string) {
  return wordsOf(text)
    .slice(0, maxWordsPerField)
    .flatMap((word) => [word, singularOf(word)]);
}

/** What a product is found by, between spaces: for SQLite a text, for PostgreSQL a `tsvector`. */
function keysOf(words: PlacedWords) {
  return placeNames.flatMap((place) => words[place].map((word) => keyOf(place, word))).join(" ");
}

function keyOf(place: Place, word: string) {
  return `${placeDigits[place]}${word}`;
}

async function insertKeys(db: Database, products: PlacedWords[], into = "productSearch") {
  const isPostgres = engineOf(db) === "postgres";
  const [position, type] = isPostgres ? [sql`position`, sql`tsvector`] : [sql`rowid`, sql`text`];
  const rows = jsonItems(
    db,
    products.map((product) => [product.position, keysOf(product)]),
  );
  await sql`insert into ${sql.table(into)} (${position}, keys)
    select cast(value ->> 0 as integer), cast(value ->> 1 as ${type}) from ${rows}`.execute(db);
}

/** SQLite's index, which keeps no texts, has to be told the ones that go. */
async function deleteKeys(db: Database, product: PlacedWords) {
  if (engineOf(db) === "postgres") {
    await db.deleteFrom("productSearch").where("position", "=", product.position).execute();
    return;
  }
  await sql`insert into "productSearch" ("productSearch", rowid, keys)
    values ('delete', ${product.position}, ${keysOf(product)})`.execute(db);
}

/** What one word of a search may stand for: any of these words, whole or as the beginning of longer ones. */
export interface Term {
  words: string[];
  isBeginning: boolean;
}

/** The condition that a row of `productSearch` has all terms in a place. */
export function hasTerms(db: Database, terms: Term[], place: Place): RawBuilder<boolean> {
  const isPostgres = engineOf(db) === "postgres";
  const [quote, or, and, beginning] = isPostgres ? ["'", " | ", " & ", ":*"] : ['"', " OR ", " AND ", " *"];
  const query = terms
    .map(({ words, isBeginning }) => {
      const keys = words.map((word) => `${quote}${keyOf(place, word)}${quote}${isBeginning ? beginning : ""}`);
      return `(${keys.join(or)})`;
    })
    .join(and);
  // As the result of a subquery, so that PostgreSQL never takes a word for one that it would soon meet by reading the table.
  return isPostgres ? sql`keys @@ (select ${query}::tsquery)` : sql`"productSearch" match ${query}`;
}
