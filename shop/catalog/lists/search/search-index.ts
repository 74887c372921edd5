import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf, lockTable } from "#database/connect.ts";
import { jsonItems } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { foldText } from "../../../text/fold-text.ts";
import { plainTextOf } from "../../../text/markdown.ts";
import { indexedWords, joinedWords } from "../../../text/search-words.ts";
import { addWordCounts } from "./catalog-words.ts";

/**
 * Where words are looked for: each field includes the one before it. The index has a word once for each of its fields, after that field's digit
 * ("1oak", "2oak"), so that a search of titles never looks at products that have the word elsewhere. See docs/decisions/0105.
 */
const fieldDigits = { title: 1, names: 2, texts: 3 };
export type SearchField = keyof typeof fieldDigits;
const fields = Object.keys(fieldDigits) as SearchField[];
/** Each product also has its category in the index, so that a category's search words find it without being indexed themselves. */
const categoryDigit = 4;
/** And its SKU and GTIN, which searches for all of one find. */
const codeDigit = 5;
/** In UTF-16 units: PostgreSQL's words have at most 2,046 bytes. */
const longestCode = 200;

/** Increase it when other words are to be indexed: a shop that opens then builds its index again. */
const indexVersion = "6";
const versionKey = "searchIndexVersion";

const productsPerRead = 1000;
/** So many words are counted before their counts are written: some megabytes. */
const countedWords = 100_000;

/** Builds the search index again if another version of the shop built it, or none did. @returns the number of products it has; 0 if nothing was done */
export async function updateSearchIndex(db: Database) {
  if (await isIndexCurrent(db)) return 0;
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    return (await isIndexCurrent(trx)) ? 0 : buildSearchIndex(trx);
  });
}

async function isIndexCurrent(db: Database) {
  return (await readSettingsRow(db, versionKey)) === indexVersion;
}

/**
 * Indexes the words of all products with SQLite's FTS5 or PostgreSQL's full text, in a transaction that keeps other writers out. The words
 * themselves are kept too, to correct mistyped ones. See docs/decisions/0103. Words are counted over many products: PostgreSQL keeps each count that a
 * transaction replaces until it ends, and looks through all of them for the next one.
 */
export async function buildSearchIndex(transaction: Database) {
  await emptyIndex(transaction);
  let indexed = 0;
  let counts = new Map<string, number>();
  for (let last = 0; ; ) {
    const products = await readTexts(transaction, last);
    const end = products.at(-1);
    if (!end) break;
    const added = products.map((after) => ({ after }));
    await replaceKeys(transaction, added, counts);
    if (counts.size >= countedWords) {
      await addWordCounts(transaction, counts);
      counts = new Map();
    }
    last = end.number;
    indexed += products.length;
  }
  await addWordCounts(transaction, counts);
  await writeSettingsRow(transaction, versionKey, indexVersion);
  return indexed;
}

async function emptyIndex(db: Database) {
  await db.deleteFrom("searchWords").execute();
  if (engineOf(db) === "postgres") {
    await db.deleteFrom("productSearch").execute();
    return;
  }
  for (const index of ["productSearch", "searchWordParts"]) {
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('delete-all')`.execute(db);
  }
}

/** A product's texts before and after a change: a new product has no `before`, a removed one no `after`. */
export interface Reindexed {
  before?: IndexedTexts | undefined;
  after?: IndexedTexts | undefined;
}

/** Updates the index after products changed, in the transaction that changed them and then bumped the catalog's version. */
export async function reindexProducts(transaction: Database, changes: Reindexed[]) {
  const counts = new Map<string, number>();
  await replaceKeys(transaction, changes, counts);
  await addWordCounts(transaction, counts);
}

/** @param counts gets how many more products have each word */
async function replaceKeys(transaction: Database, changes: Reindexed[], counts: Map<string, number>) {
  const words = changes
    .filter(hasOtherTexts)
    .map(({ before, after }) => ({ old: before && wordsByField(before), now: after && wordsByField(after) }))
    .filter(({ old, now }) => (old && keysOf(old)) !== (now && keysOf(now)));
  await deleteKeys(
    transaction,
    words.flatMap(({ old }) => old ?? []),
  );
  await insertKeys(
    transaction,
    words.flatMap(({ now }) => now ?? []),
  );
  const count = (word: string, by: number) => counts.set(word, (counts.get(word) ?? 0) + by);
  for (const { old, now } of words) {
    for (const word of old?.texts ?? []) count(word, -1);
    for (const word of now?.texts ?? []) count(word, 1);
  }
}

/** Words of texts take far longer to find than texts to compare. */
function hasOtherTexts({ before, after }: Reindexed) {
  return !before || !after || indexedColumns.some((column) => before[column] !== after[column]);
}

function readTexts(db: Database, last: number) {
  return db
    .selectFrom("products")
    .select(indexedColumns)
    .where("number", ">", last)
    .orderBy("number")
    .limit(productsPerRead)
    .execute();
}

const indexedColumns = [
  ...(["number", "id", "title", "brand", "category", "tags"] as const),
  ...(["description", "options", "sku", "gtin"] as const),
];

type IndexedTexts = Pick<ProductsTable, (typeof indexedColumns)[number]>;

type IndexedWords = Pick<ProductsTable, "number" | "category"> & Record<SearchField, string[]> & { codes: string[] };

function wordsByField(product: IndexedTexts): IndexedWords {
  const { number, id, title, brand, category, tags, description, options, sku, gtin } = product;
  const all = new Set<string>();
  const withMore = (words: string[]) => {
    for (const word of words) all.add(word);
    return [...all];
  };
  return {
    number,
    category,
    title: withMore([...indexedWords(title), ...joinedWords(title)]),
    names: withMore(
      [brand ?? "", category, ...JSON.parse(tags), id, ...optionValues(options), sku ?? ""].flatMap(indexedWords),
    ),
    texts: withMore(indexedWords(plainTextOf(description))),
    codes: [...new Set([sku, gtin].map((code) => foldCode(code ?? "")))].filter((code) => code !== ""),
  };
}

function optionValues(options: string | null): string[] {
  return options === null ? [] : Object.values(JSON.parse(options));
}

/** A code however people type it: "TEE-M 4" → "teem4". Nothing for what is too long to be one. */
function foldCode(text: string) {
  const code = foldText(text).replace(/[^\p{L}\p{N}]/gu, "");
  return code.length > longestCode ? "" : code;
}

/** What a product is found by, separated by spaces: a text for SQLite, a `tsvector` for PostgreSQL. */
function keysOf(words: IndexedWords) {
  const keys = fields.flatMap((field) => words[field].map((word) => keyOf(field, word)));
  return [...keys, categoryKey(words.category), ...words.codes.map(codeKey)].join(" ");
}

function keyOf(field: SearchField, word: string) {
  return `${fieldDigits[field]}${word}`;
}

/** In hexadecimal digits, which both engines take for one word. */
function categoryKey(slug: string) {
  return `${categoryDigit}${Buffer.from(slug).toString("hex")}`;
}

function codeKey(code: string) {
  return `${codeDigit}${Buffer.from(code).toString("hex")}`;
}

/** The condition that a row of `productSearch` has a SKU or GTIN; undefined for what can't be one. */
export function hasCode(db: Database, text: string): RawBuilder<boolean> | undefined {
  const code = foldCode(text);
  return code === "" ? undefined : matches(db, codeKey(code));
}

async function insertKeys(db: Database, products: IndexedWords[]) {
  if (products.length === 0) return;
  const [number, type] = engineOf(db) === "postgres" ? ["number", sql`tsvector`] : ["rowid", sql`text`];
  await sql`insert into "productSearch" (${sql.ref(number)}, keys)
    select cast(value ->> 0 as integer), cast(value ->> 1 as ${type}) from ${keyItems(db, products)}`.execute(db);
}

/** SQLite's index keeps no texts, so a deletion names the keys to delete. */
async function deleteKeys(db: Database, products: IndexedWords[]) {
  if (products.length === 0) return;
  if (engineOf(db) === "postgres") {
    const numbers = products.map(({ number }) => number);
    await db.deleteFrom("productSearch").where("number", "in", numbers).execute();
    return;
  }
  await sql`insert into "productSearch" ("productSearch", rowid, keys)
    select 'delete', value ->> 0, value ->> 1 from ${keyItems(db, products)}`.execute(db);
}

function keyItems(db: Database, products: IndexedWords[]) {
  return jsonItems(
    db,
    products.map((product) => [product.number, keysOf(product)]),
  );
}

/** What one word of a search may match: any of these words, whole or as the beginning of longer ones, all words of a phrase, or any product of some categories. */
export interface Term {
  words: string[];
  isBeginning: boolean;
  /** Whole words, wherever in the field they are. */
  phrases?: string[][] | undefined;
  /** The categories' slugs. They count as words of products' names, but not of titles. */
  categories?: string[];
}

/** Whether a product has all of some words in its title, brand, category, tags, options or id. */
export async function areNames(db: Database, words: string[]) {
  const terms = words.map((word) => ({ words: [word], isBeginning: false }));
  const rows = await db
    // Otherwise PostgreSQL reads the whole table to find one row of a word that it takes for a common one.
    .with(
      (cte) => (engineOf(db) === "postgres" ? cte("named").materialized() : cte("named")),
      (query) =>
        query
          .selectFrom("productSearch")
          .select(sql`1`.as("one"))
          .where(hasTerms(db, terms, "names")),
    )
    .selectFrom("named")
    .select("one")
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** The condition that a row of `productSearch` has all terms in a field, and with `someInTitle` at least one of them in the title. */
export function hasTerms(db: Database, terms: Term[], field: SearchField, someInTitle = false): RawBuilder<boolean> {
  const isPostgres = engineOf(db) === "postgres";
  const [quote, or, and, beginning] = isPostgres ? ["'", " | ", " & ", ":*"] : ['"', " OR ", " AND ", " *"];
  const allOf = (field: SearchField, words: string[]) =>
    `(${words.map((word) => `${quote}${keyOf(field, word)}${quote}`).join(and)})`;
  const anyOf = (field: SearchField, { words, isBeginning, phrases = [], categories = [] }: Term) => [
    ...words.map((word) => `${quote}${keyOf(field, word)}${quote}${isBeginning ? beginning : ""}`),
    ...phrases.map((phrase) => allOf(field, phrase)),
    ...(field === "title" ? [] : categories.map((slug) => `${quote}${categoryKey(slug)}${quote}`)),
  ];
  const wanted = terms.map((term) => anyOf(field, term));
  if (someInTitle) wanted.push(terms.flatMap((term) => anyOf("title", term)));
  if (wanted.some((keys) => keys.length === 0)) return sql`false`;
  return matches(db, wanted.map((keys) => `(${keys.join(or)})`).join(and));
}

/** As the result of a subquery, so that PostgreSQL never takes a word for one that it would soon meet by reading the table. */
function matches(db: Database, query: string): RawBuilder<boolean> {
  return engineOf(db) === "postgres" ? sql`keys @@ (select ${query}::tsquery)` : sql`"productSearch" match ${query}`;
}
