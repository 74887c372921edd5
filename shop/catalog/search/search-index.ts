import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { isWord, wordWithEdges } from "./correct-word.ts";
import { singularOf, wordsOf } from "./search-words.ts";

/** What is searched in, and the weight that PostgreSQL knows it by. */
export const searchedFields = { title: "A", brand: "B", kind: "C", description: "D" } as const;
export type SearchedField = keyof typeof searchedFields;

/** Raised whenever other words are indexed: shops that are opened then make their index anew. */
export const searchIndexVersion = "1";

const productsPerRead = 1000;
const wordsPerInsert = 1000;

/**
 * Indexes the words of all products, by their positions: with SQLite's FTS5, or PostgreSQL's full text. Also keeps the words
 * themselves, in which whoever mistypes one is helped. For the transaction that has changed the products.
 */
export async function buildSearchIndex(transaction: Database) {
  const isPostgres = engineOf(transaction) === "postgres";
  await clear(transaction);
  const products = new Map<string, number>();
  for (let last = 0; ; ) {
    const rows = await readTexts(transaction, last);
    if (rows.length === 0) break;
    last = rows.at(-1)?.position ?? last;
    const indexed = rows.map(({ position, ...texts }) => ({ position, words: indexedWords(texts) }));
    for (const { words } of indexed) {
      for (const word of new Set(Object.values(words).flat())) products.set(word, (products.get(word) ?? 0) + 1);
    }
    await (isPostgres ? insertVectors : insertTexts)(transaction, indexed);
  }
  await insertWords(transaction, products);
  if (isPostgres) await sql`analyze "productSearch", "searchWords"`.execute(transaction);
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
  const old = before && { position: before.position, words: indexedWords(before) };
  const product = after && { position: after.position, words: indexedWords(after) };
  if (JSON.stringify(old) === JSON.stringify(product)) return;
  const isPostgres = engineOf(transaction) === "postgres";
  if (old) await (isPostgres ? deleteVector : deleteTexts)(transaction, old);
  if (product) await (isPostgres ? insertVectors : insertTexts)(transaction, [product]);
  const [gone, come] = [allWords(old), allWords(product)];
  for (const word of gone) if (!come.has(word)) await countWord(transaction, word, -1);
  for (const word of come) if (!gone.has(word)) await countWord(transaction, word, 1);
}

/** @param by how many products more have the word */
async function countWord(db: Database, word: string, by: number) {
  const known = await db.selectFrom("searchWords").select("products").where(isWord(db, word)).executeTakeFirst();
  const products = Number(known?.products ?? 0) + by;
  if (known) await db.deleteFrom("searchWords").where(isWord(db, word)).execute();
  if (products > 0) await insertWords(db, new Map([[word, products]]));
}

type IndexedProduct = { position: number; words: Record<SearchedField, string[]> };

async function clear(db: Database) {
  if (engineOf(db) === "postgres") {
    await sql`truncate "productSearch", "searchWords"`.execute(db);
    return;
  }
  await sql`insert into "productSearch" ("productSearch") values ('delete-all')`.execute(db);
  await sql`delete from "searchWords"`.execute(db);
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

interface Texts {
  id: string;
  title: string;
  brand: string | null;
  category: string;
  tags: string;
  description: string;
}

type PlacedTexts = Texts & { position: number };

function indexedWords({ id, title, brand, category, tags, description }: Texts): IndexedProduct["words"] {
  return {
    title: [...new Set([...withSingulars(title), ...joined(title)])],
    brand: withSingulars(brand ?? ""),
    kind: withSingulars([category, ...JSON.parse(tags), id].join(" ")),
    description: withSingulars(description),
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
  const words = new Set(wordsOf(text).slice(0, maxWordsPerField));
  return [...new Set([...words].flatMap((word) => [word, singularOf(word)]))];
}

async function insertTexts(db: Database, products: IndexedProduct[]) {
  const fields = Object.keys(searchedFields) as SearchedField[];
  const rows = products.map(({ position, words }) => [position, ...fields.map((field) => words[field].join(" "))]);
  const columns = sql.join(["rowid", ...fields].map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  const values = sql.join(["rowid", ...fields].map((_, index) => sql`value ->> ${sql.lit(index)}`));
  await sql`insert into "productSearch" (${columns}) select ${values} from json_each(${json})`.execute(db);
}

/** An index that keeps no texts has to be told the ones that go. */
async function deleteTexts(db: Database, { position, words }: IndexedProduct) {
  const fields = Object.keys(searchedFields) as SearchedField[];
  const columns = sql.join(["productSearch", "rowid", ...fields].map((column) => sql.ref(column)));
  const values = sql.join(["delete", position, ...fields.map((field) => words[field].join(" "))]);
  await sql`insert into "productSearch" (${columns}) values (${values})`.execute(db);
}

function allWords(product: IndexedProduct | undefined) {
  return new Set(Object.values(product?.words ?? {}).flat());
}

async function deleteVector(db: Database, { position }: IndexedProduct) {
  await db.deleteFrom("productSearch").where("position", "=", position).execute();
}

async function insertVectors(db: Database, products: IndexedProduct[]) {
  const rows = products.map(({ position, words }) => ({ position, words: vectorOf(words) }));
  await insertRows(db, { table: "productSearch", columns: ["position", "words"], json: JSON.stringify(rows) });
}

/** A `tsvector`: each word with a field's weight, which takes a place to stand on (1). */
function vectorOf(words: IndexedProduct["words"]) {
  const fields = Object.entries(searchedFields) as [SearchedField, string][];
  return fields
    .flatMap(([field, weight], index) => words[field].map((word) => `${word}:${index + 1}${weight}`))
    .join(" ");
}

async function insertWords(db: Database, products: Map<string, number>) {
  const isPostgres = engineOf(db) === "postgres";
  const rows = Array.from(products, ([word, products]) => ({
    word,
    products,
    ...(!isPostgres && { parts: wordWithEdges(word) }),
  }));
  const columns = ["word", "products", ...(isPostgres ? [] : ["parts"])] as ("word" | "products")[];
  for (let start = 0; start < rows.length; start += wordsPerInsert) {
    const json = JSON.stringify(rows.slice(start, start + wordsPerInsert));
    await insertRows(db, { table: "searchWords", columns, json });
  }
}

/** What one word of a search may stand for: any of these words, whole or as the beginning of longer ones. */
export interface Term {
  words: string[];
  isBeginning: boolean;
}

/** The condition that a row of `productSearch` has all terms in the given fields. */
export function hasTerms(db: Database, terms: Term[], fields: SearchedField[]): RawBuilder<boolean> {
  if (engineOf(db) === "postgres") {
    const weights = fields.map((field) => searchedFields[field]).join("");
    const query = terms.map(({ words, isBeginning }) => {
      return `(${words.map((word) => `'${word}':${isBeginning ? "*" : ""}${weights}`).join(" | ")})`;
    });
    return sql`words @@ ${query.join(" & ")}::tsquery`;
  }
  const query = terms.map(({ words, isBeginning }) => {
    return `(${words.map((word) => `"${word}"${isBeginning ? " *" : ""}`).join(" OR ")})`;
  });
  return sql`"productSearch" match ${`{${fields.join(" ")}} : (${query.join(" AND ")})`}`;
}
