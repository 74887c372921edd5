import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { FieldName } from "../../fields/product-fields.ts";
import { readStoredProducts, type StoredProduct } from "../../products/product-ids.ts";
import { nameOf } from "../reading/catalog-file.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { isShortenedNumber } from "../reading/doubtful-values.ts";

/** What is known of a spreadsheet's products. */
export interface CsvPlaces {
  /** The line of each product, in the file's order. */
  lines: number[];
  /** The columns that the file has. */
  columns: FieldName[];
  /** The columns that a new product needs and the file lacks. */
  missing: FieldName[];
}

/** So many of them are named. */
const problemsTold = 20;
const unknownTold = 10;
/** Few enough to keep little of a large file, many enough for numbers: each read of those looks through all ids that begin with a zero. */
const idsPerRead = 10_000;

/**
 * Rejects new ids that can't be meant: those of a file that only changes products, and those that a spreadsheet took for numbers.
 *
 * @param ids the file's products, in its order
 * @throws CatalogFileError
 */
export async function checkIds(db: Database, ids: string[], csv: CsvPlaces) {
  if (csv.lines.length === 0) return;
  const unknown: string[] = [];
  const problems: string[] = [];
  for (let start = 0; start < ids.length; start += idsPerRead) {
    const some = ids.slice(start, start + idsPerRead);
    const known = await readIds(db, some);
    for (const [offset, id] of some.entries()) {
      const index = start + offset;
      const problem = problemOf(id, known, csv);
      if (problem === unknownId) unknown.push(`${id} (line ${csv.lines[index]})`);
      else if (problem) problems.push(`${nameOf({ id }, index + 1, csv.lines[index])}: ${problem}`);
    }
  }
  if (unknown.length > 0) problems.unshift(unknownInWords(unknown));
  throwIfAny(problems);
}

/** @param problems a line for each product that isn't right @throws CatalogFileError */
export function throwIfAny(problems: string[]) {
  const [first] = problems;
  if (first === undefined) return;
  throw new CatalogFileError(first, {
    problems: problems.slice(0, problemsTold),
    others: Math.max(0, problems.length - problemsTold),
  });
}

interface ShopIds {
  sold: Set<string>;
  archived: Set<string>;
  /** Ids with leading zeros, by what a spreadsheet makes of them when it takes them for numbers. */
  zeroLess: Map<string, string>;
}

/** What the shop has of some of a file's ids. */
async function readIds(db: Database, ids: string[]): Promise<ShopIds> {
  const stored = await readStoredProducts(db, ids);
  const idsIn = (wanted: StoredProduct["table"]) =>
    new Set(stored.flatMap(({ id, table }) => (table === wanted ? [id] : [])));
  const [sold, archived] = [idsIn("products"), idsIn("archivedProducts")];
  const numbers = ids.filter((id) => /^\d+$/.test(id) && !sold.has(id) && !archived.has(id));
  return { sold, archived, zeroLess: await readZeroLess(db, numbers) };
}

/** The shop's ids that are the same as some new ones but for their leading zeros. */
async function readZeroLess(db: Database, numbers: string[]) {
  const zeroLess = new Map<string, string>();
  if (numbers.length === 0) return zeroLess;
  // SQL removes the only digit of a zero, too.
  const wanted = numbers.map((number) => (number === "0" ? "" : number));
  for (const table of ["products", "archivedProducts"] as const) {
    const rows = await db
      .selectFrom(table)
      .select("id")
      .where("id", ">=", "0")
      .where("id", "<", "1")
      .where(sql`ltrim(id, '0')`, "in", wanted)
      .execute();
    for (const { id } of rows) if (/^0\d+$/.test(id)) zeroLess.set(withoutZeros(id), id);
  }
  return zeroLess;
}

function withoutZeros(id: string) {
  return id.replace(/^0+(?=\d)/, "");
}

const asText = "Format the id column as text before you save the file";
const unknownId = "unknown ID";

function problemOf(id: string, { sold, archived, zeroLess }: ShopIds, { columns, missing }: CsvPlaces) {
  if (sold.has(id)) return undefined;
  if (archived.has(id)) return missing.length > 0 ? archivedProblem(missing) : undefined;
  if (isShortenedNumber(id)) return `a spreadsheet shortened this id to a power of ten. ${asText}`;
  const longer = zeroLess.get(id);
  if (longer !== undefined) return `no product has this id, but one has "${longer}". ${asText}`;
  if (missing.length === 0) return undefined;
  // Without titles, or with two columns, an unknown id is a typing error, not a new product.
  if (columns.length === 2 || missing.includes("title")) return unknownId;
  return `no product has this id. A new product also needs ${inWords(missing)}`;
}

function unknownInWords(unknown: string[]) {
  const more = unknown.length - unknownTold;
  const told = unknown.slice(0, unknownTold).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `Unknown ${unknown.length === 1 ? "ID" : "IDs"}: ${told}`;
}

function archivedProblem(missing: FieldName[]) {
  return `this product is archived. To sell it again, the file also needs ${inWords(missing)}`;
}

function inWords(missing: FieldName[]) {
  return `the ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}`;
}
