import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { CategoriesTable } from "#database/schema.ts";
import { catalogVersion } from "../../../changes/catalog-version.ts";
import { type SearchedWord, searchedWords, singularOf } from "../../../text/search-words.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import type { SearchedCategory } from "./category-search-words.ts";
import { type ParsedWord, parseWords, readBeginning } from "./parse-words.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";

/** A search gives its best so many products, whatever else has its words. See docs/decisions/0107. */
export const maxFound = 600;

export interface SearchResult {
  /** The products' numbers, the best first. */
  numbers: number[];
  /** The query with mistyped words corrected, if any were. */
  correctedQuery: string | undefined;
  /** Whether no product has all words, so that these have only some. */
  isPartial: boolean;
  /** Whether more products were found than are given. */
  isCapped: boolean;
  /** The catalog's version; undefined when nothing was looked up. */
  version: string | undefined;
}

/** Where the words of a search are looked for. */
interface SearchPlace {
  field: SearchField;
  asBeginnings?: true;
  /** Whether the title has one of several words. */
  someInTitle?: true;
  /** Only where the places before have found nothing. */
  isLastResort?: true;
}

/** The best place first. A product is found in the first of them where it has all words. See docs/decisions/0104. */
const places: SearchPlace[] = [
  { field: "title" },
  { field: "names", someInTitle: true },
  { field: "names" },
  { field: "title", asBeginnings: true },
  { field: "names", asBeginnings: true },
  { field: "texts", someInTitle: true },
  { field: "texts" },
  { field: "texts", asBeginnings: true, isLastResort: true },
];

/**
 * The products that have all words of a search: as they are or as the singular, then as the beginning of longer words. Words that no product has
 * are looked for inside of longer ones, and then taken for the nearest that there is.
 */
export async function searchProducts(db: Database, text: string): Promise<SearchResult> {
  const words = searchedWords(text);
  const categories = await readSearchedCategories(db);
  // The oldest version of what is read: whatever changes meanwhile is noticed.
  const version = categories[0]?.version;
  const { parsed, correctedQuery } = await parseWords(db, words, categories);
  const ofCategory = await findCategoryProducts(db, words, categories);
  if (ofCategory.length > 0 && correctedQuery !== undefined)
    return found({ numbers: ofCategory, version }, { correctedQuery: undefined, isPartial: false });
  const all = await findAll(db, parsed);
  const numbers = [...new Set([...all.placeOf.keys(), ...ofCategory])];
  if (numbers.length > 0 || parsed.length < 2)
    return found({ numbers, version: version ?? all.version }, { correctedQuery, isPartial: false });
  const some = await findSome(db, parsed);
  return found({ ...some, version: version ?? some.version }, { correctedQuery, isPartial: some.numbers.length > 0 });
}

type NamedCategory = SearchedCategory & Pick<CategoriesTable, "name" | "parent">;

/** The shop's categories, and the catalog's version to which they belong. What finds a category also finds those in it. */
async function readSearchedCategories(db: Database): Promise<(NamedCategory & { version: string })[]> {
  const rows = await db
    .selectFrom("categories")
    .select(["slug", "name", "parent", "searchWords", catalogVersion.as("version")])
    .where("kind", "=", "category")
    .orderBy("position")
    .execute();
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return rows.map((row) => {
    const parent = row.parent === null ? undefined : bySlug.get(row.parent);
    if (!parent) return row;
    return { ...row, searchWords: [row.searchWords, parent.name, parent.searchWords].filter(Boolean).join(", ") };
  });
}

/** The products of the category that is called like the search, and of those in it. Its name may have none of the words that its products have. */
async function findCategoryProducts(db: Database, words: SearchedWord[], categories: NamedCategory[]) {
  const wanted = singularsOf(words);
  if (wanted === "") return [];
  const named = categories.find(({ name }) => singularsOf(searchedWords(name)) === wanted);
  if (!named) return [];
  const rows = await db
    .selectFrom("products")
    .select("number")
    .where(
      "category",
      "in",
      categories.filter(({ slug, parent }) => [slug, parent].includes(named.slug)).map(({ slug }) => slug),
    )
    .orderBy("position")
    .limit(maxFound + 1)
    .execute();
  return rows.map(({ number }) => number);
}

function singularsOf(words: SearchedWord[]) {
  return words.map(({ text }) => singularOf(text)).join(" ");
}

interface Matches {
  numbers: number[];
  version: string | undefined;
}

/** The products that have all words, each with the index of the place where it has them, the best first. */
async function findAll(db: Database, parsed: ParsedWord[]) {
  const placeOf = new Map<number, number>();
  let version: string | undefined;
  const areKnown = parsed.every(({ isKnown }) => isKnown);
  for (const [place, { field, asBeginnings, someInTitle = false, isLastResort }] of places.entries()) {
    if (parsed.length === 0 || (isLastResort && placeOf.size > 0) || (someInTitle && parsed.length === 1)) continue;
    const terms = asBeginnings ? await readBeginnings(db, parsed) : areKnown && parsed.map(wholeTerm);
    if (!terms) continue;
    const matches = await readMatches(db, hasTerms(db, terms, field, someInTitle));
    for (const number of matches.numbers) if (!placeOf.has(number)) placeOf.set(number, place);
    version = matches.version;
    if (placeOf.size > maxFound) break;
  }
  return { placeOf, version };
}

function wholeTerm({ words, categories }: ParsedWord): Term {
  return { words, isBeginning: false, categories: categories.exact };
}

/** The words that begin with those of a search; undefined where these are no others. Words before the last that are known are meant as they are. */
async function readBeginnings(db: Database, parsed: ParsedWord[]): Promise<Term[] | undefined> {
  const last = parsed.at(-1);
  const terms = await Promise.all(
    parsed.map(async (word) => {
      const isWhole = word.isKnown && word !== last;
      const term = isWhole ? wholeTerm(word) : (word.beginning ?? (await readBeginning(db, word.words)));
      return { ...term, categories: word.categories.begun };
    }),
  );
  const areLonger = terms.some(
    ({ words, isBeginning, categories }, index) =>
      isBeginning ||
      words.some((word) => !parsed[index]?.words.includes(word)) ||
      categories?.some((slug) => !parsed[index]?.categories.exact.includes(slug)),
  );
  const isEachFound = terms.every(({ words, categories = [] }) => words.length + categories.length > 0);
  return areLonger && isEachFound ? terms : undefined;
}

/** Products that have some of the words: first those that have most of them, and of these the ones that have them in better places. */
async function findSome(db: Database, parsed: ParsedWord[]): Promise<Matches> {
  const found = await Promise.all(parsed.map((word) => findAll(db, [word])));
  const score = new Map<number, number>();
  for (const [number, place] of found.flatMap(({ placeOf }) => [...placeOf]))
    score.set(number, (score.get(number) ?? 0) + places.length * parsed.length - place);
  const numbers = Array.from(score.keys()).toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0));
  return { numbers, version: found[0]?.version };
}

function found(
  { numbers, version }: Matches,
  { correctedQuery, isPartial }: Pick<SearchResult, "correctedQuery" | "isPartial">,
): SearchResult {
  return {
    numbers: numbers.slice(0, maxFound),
    isCapped: numbers.length > maxFound,
    version,
    isPartial,
    correctedQuery: numbers.length > 0 ? correctedQuery : undefined,
  };
}

/** The first products that fulfill a condition of the index, in the catalog's order. */
async function readMatches(db: Database, condition: RawBuilder<boolean>): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  // As one value: thousands of rows would take longer to hand over than to find.
  const list = isPostgres ? sql`json_agg(number)::text` : sql`json_group_array(rowid)`;
  const { numbers, version } = await db
    .selectFrom("productSearch")
    .select([sql<string | null>`${list}`.as("numbers"), catalogVersion.as("version")])
    .where(condition)
    .executeTakeFirstOrThrow();
  const index = await readCatalogIndex(db);
  return { numbers: index.firstInCatalog(JSON.parse(numbers ?? "[]"), maxFound + 1), version };
}
