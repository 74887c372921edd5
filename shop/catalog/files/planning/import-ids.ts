import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { FieldName } from "../../fields/product-fields.ts";
import { readStoredProducts, type StoredProduct } from "../../products/product-ids.ts";
import { nameOf } from "../reading/catalog-file.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";
import { isShortenedNumber } from "../reading/doubtful-values.ts";
import type { FileProduct, FileProducts } from "../reading/file-products.ts";

/** A spreadsheet's columns. */
export interface CsvColumns {
  /** Those that the file has. */
  columns: FieldName[];
  /** Those that a new product needs and the file lacks. */
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
 * @param csv undefined for a file that is no spreadsheet
 * @throws CatalogFileError
 */
export async function checkIds(db: Database, products: FileProducts, csv: CsvColumns | undefined) {
  if (!csv) return;
  const unknown: string[] = [];
  let unknownCount = 0;
  const problems = new ProductProblems();
  for (const some of products.batches(idsPerRead)) {
    const known = await readIds(
      db,
      some.map(({ id }) => id),
    );
    for (const product of some) {
      const problem = problemOf(product.id, known, csv);
      if (problem === unknownId) {
        unknownCount += 1;
        if (unknown.length < unknownTold) unknown.push(`${product.id} (line ${product.line})`);
      } else if (problem) problems.add(product, problem);
    }
  }
  problems.throwIfAny(unknownCount > 0 ? unknownInWords(unknown, unknownCount) : undefined);
}

/** Collects what is wrong with a file's products, of which the first are told. */
export class ProductProblems {
  readonly #first: string[] = [];
  #count = 0;

  add({ id, place, line }: Pick<FileProduct, "id" | "place" | "line">, problem: string) {
    this.#count += 1;
    if (this.#first.length < problemsTold) this.#first.push(`${nameOf({ id }, place, line ?? undefined)}: ${problem}`);
  }

  /** @param above is told first, if there is something @throws CatalogFileError */
  throwIfAny(above?: string) {
    const told = [...(above === undefined ? [] : [above]), ...this.#first].slice(0, problemsTold);
    const count = this.#count + (above === undefined ? 0 : 1);
    if (told[0] !== undefined) throw new CatalogFileError(told[0], { problems: told, others: count - told.length });
  }
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

function problemOf(id: string, { sold, archived, zeroLess }: ShopIds, { columns, missing }: CsvColumns) {
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

/** @param first those that are named, of so many */
function unknownInWords(first: string[], count: number) {
  const more = count - first.length;
  const told = first.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `Unknown ${count === 1 ? "ID" : "IDs"}: ${told}`;
}

function archivedProblem(missing: FieldName[]) {
  return `this product is archived. To sell it again, the file also needs ${inWords(missing)}`;
}

function inWords(missing: FieldName[]) {
  return `the ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}`;
}
