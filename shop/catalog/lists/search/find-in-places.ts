import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { catalogVersion } from "../../../changes/catalog-version.ts";
import { findNearest, type Matches, type SearchedCatalog } from "./nearest-matches.ts";
import { type ParsedWord, readBeginning } from "./parse-words.ts";
import { hasTerms, type SearchField, type Term } from "./search-index.ts";
import type { Synonyms } from "./synonym-groups.ts";

/** A search gives its best so many products, of siblings all that it finds, whatever else has its words. See docs/decisions/0107. */
export const maxFound = 600;

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

/** Behind all places. */
export const lastPlace = places.length;
const firstOfTexts = places.findIndex(({ field }) => field === "texts");

/** Whether a place is a product's title, brand, category, tags, options or id. */
export function isOfNames(place: number) {
  return place < firstOfTexts;
}

/** Products by their numbers, each with the place where it was found: the lower, the better. */
export type Places = Map<number, number>;

/** Those of the first come first, and each has its first place. */
export function merged(...all: Places[]): Places {
  const places: Places = new Map();
  for (const [number, place] of all.flatMap((some) => [...some])) if (!places.has(number)) places.set(number, place);
  return places;
}

export function placed(numbers: number[], place: number): Places {
  return new Map(numbers.map((number) => [number, place]));
}

export interface Found {
  /** In the order of the places. */
  placeOf: Places;
  version: string | undefined;
}

/** The products that have all words or synonyms of them. In each place, those that have the words themselves come first. See docs/decisions/0415. */
export async function findWithSynonyms(catalog: SearchedCatalog, parsed: ParsedWord[]): Promise<Found> {
  if (parsed.every(({ synonyms }) => synonyms === undefined)) return findAll(catalog, parsed);
  const typed = await findAll(
    catalog,
    parsed.map((word) => ({ ...word, synonyms: undefined })),
  );
  const all = await findAll(catalog, parsed);
  return {
    placeOf: byPlace(new Map([...typed.placeOf, ...all.placeOf])),
    version: typed.version ?? all.version,
  };
}

export function byPlace(placeOf: Places): Places {
  return new Map([...placeOf].toSorted(([, one], [, other]) => one - other));
}

/** The products that have all words in their names, behind those that have them as they were typed. */
export async function findInNames(catalog: SearchedCatalog, parsed: ParsedWord[]): Promise<Found> {
  const { placeOf, version } = await findAll(catalog, parsed, places.slice(0, firstOfTexts));
  // Before those that have the typed words in their descriptions.
  return { placeOf: new Map([...placeOf].map(([number, place]) => [number, firstOfTexts - 1 / (place + 2)])), version };
}

/** The products that have all words, each with the index of the place where it has them, the best first. */
async function findAll(catalog: SearchedCatalog, parsed: ParsedWord[], among = places): Promise<Found> {
  const { db } = catalog;
  const placeOf: Places = new Map();
  const cards = new Set<number>();
  let version: string | undefined;
  const areKnown = parsed.every(({ isKnown }) => isKnown);
  const nearest: { whole?: Nearest; begun?: Nearest } = {};
  let beginnings: ReturnType<typeof readBeginnings> | undefined;
  for (const [place, way] of among.entries()) {
    const { field, asBeginnings, someInTitle = false, isLastResort } = way;
    if (parsed.length === 0 || (isLastResort && placeOf.size > 0) || (someInTitle && parsed.length === 1)) continue;
    if (asBeginnings) beginnings ??= readBeginnings(db, parsed);
    const terms = asBeginnings ? await beginnings : areKnown && parsed.map(wholeTerm);
    if (!terms) continue;
    const kind = asBeginnings ? "begun" : "whole";
    nearest[kind] ??= await findNearest(catalog, terms, { places: placesOf(kind, parsed), limit: maxFound + 1 });
    const matches = nearest[kind].get(way) ?? (await readMatches(catalog, hasTerms(db, terms, field, someInTitle)));
    for (const number of matches.numbers) if (!placeOf.has(number)) placeOf.set(number, place);
    for (const card of matches.cards) cards.add(card);
    version = matches.version;
    if (cards.size > maxFound) break;
  }
  return { placeOf, version };
}

type Nearest = Map<SearchPlace, Matches>;

/** The places of whole words, or of beginnings, which are looked at together. */
function placesOf(kind: "whole" | "begun", { length }: ParsedWord[]) {
  return places.filter(
    ({ asBeginnings, someInTitle }) => (kind === "begun") === Boolean(asBeginnings) && !(someInTitle && length === 1),
  );
}

function wholeTerm({ words, categories, synonyms }: ParsedWord): Term {
  return withSynonyms({ words, isBeginning: false, categories: categories.exact }, synonyms);
}

function withSynonyms(term: Term, synonyms: Synonyms | undefined): Term {
  if (!synonyms) return term;
  return { ...term, phrases: synonyms.phrases, categories: [...(term.categories ?? []), ...synonyms.categories] };
}

/** The words that begin with those of a search; undefined where these are no others. Words before the last that are known are meant as they are. */
async function readBeginnings(db: Database, parsed: ParsedWord[]): Promise<Term[] | undefined> {
  const last = parsed.at(-1);
  const terms = await Promise.all(
    parsed.map(async (word) => {
      const isWhole = word.isKnown && word !== last;
      const term = isWhole ? wholeTerm(word) : (word.beginning ?? (await readBeginning(db, word.words)));
      return withSynonyms({ ...term, categories: word.categories.begun }, word.synonyms);
    }),
  );
  const areLonger = terms.some(
    ({ words, isBeginning }, index) =>
      isBeginning ||
      words.some((word) => !parsed[index]?.words.includes(word)) ||
      parsed[index]?.categories.begun.some((slug) => !parsed[index]?.categories.exact.includes(slug)),
  );
  const isEachFound = terms.every(
    ({ words, phrases = [], categories = [] }) => words.length + phrases.length + categories.length > 0,
  );
  return areLonger && isEachFound ? terms : undefined;
}

/** Products that have some of the words: first those that have most of them, and of these the ones that have them in better places. */
export async function findSome(catalog: SearchedCatalog, parsed: ParsedWord[]): Promise<Found> {
  const found = await Promise.all(parsed.map((word) => findWithSynonyms(catalog, [word])));
  const score = new Map<number, number>();
  for (const [number, place] of found.flatMap(({ placeOf }) => [...placeOf]))
    score.set(number, (score.get(number) ?? 0) + places.length * parsed.length - place);
  const best = [...score].sort(([, one], [, other]) => other - one);
  return { placeOf: new Map(best.map(([number, score]) => [number, -score])), version: found[0]?.version };
}

/** The products of the first cards that fulfill a condition of the index. */
export async function readMatches({ db, index }: SearchedCatalog, condition: RawBuilder<boolean>): Promise<Matches> {
  const isPostgres = engineOf(db) === "postgres";
  // As one value: thousands of rows would take longer to hand over than to find.
  const list = isPostgres ? sql`json_agg(number)::text` : sql`json_group_array(rowid)`;
  const { numbers: matching, version } = await db
    .selectFrom("productSearch")
    .select([sql<string | null>`${list}`.as("numbers"), catalogVersion.as("version")])
    .where(condition)
    .executeTakeFirstOrThrow();
  const numbers = index.firstInCatalog(JSON.parse(matching ?? "[]"), maxFound + 1);
  return { numbers, cards: new Set(numbers.map((number) => index.cardOf(number))), version };
}
