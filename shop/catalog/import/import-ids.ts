import type { Database } from "#database/connect.ts";
import type { CatalogColumn } from "./catalog-columns.ts";
import { nameOf } from "./catalog-file.ts";
import { CatalogFileError } from "./catalog-file-error.ts";

/** What is known of a spreadsheet's products. */
export interface CsvPlaces {
  /** The line of each product, in the file's order. */
  lines: number[];
  /** The columns that the file has. */
  columns: CatalogColumn[];
  /** The columns that a new product needs and the file lacks. */
  missing: CatalogColumn[];
}

/** So many of them are named. */
const problemsTold = 20;

/**
 * Rejects new ids that can't be meant: those of a file that only changes products, and those that a spreadsheet took for numbers.
 *
 * @param ids the file's products, in its order
 * @throws CatalogFileError
 */
export async function checkIds(db: Database, ids: string[], { lines, missing }: Pick<CsvPlaces, "lines" | "missing">) {
  if (lines.length === 0) return;
  const sold = await db.selectFrom("products").select("id").execute();
  const archived = await db.selectFrom("archivedProducts").select("id").execute();
  const soldIds = new Set(sold.map(({ id }) => id));
  const archivedIds = new Set(archived.map(({ id }) => id));
  const zeroLess = new Map(
    [...soldIds, ...archivedIds].flatMap((id) => (/^0\d+$/.test(id) ? [[withoutZeros(id), id]] : [])),
  );
  const problems = ids.flatMap((id, index) => {
    if (soldIds.has(id) || (archivedIds.has(id) && missing.length === 0)) return [];
    const problem = archivedIds.has(id) ? archivedProblem(missing) : problemOf(id, zeroLess.get(id), missing);
    return problem ? [`${nameOf({ id }, index + 1, lines[index])}: ${problem}`] : [];
  });
  const [first] = problems;
  if (first === undefined) return;
  throw new CatalogFileError(first, {
    problems: problems.slice(0, problemsTold),
    others: Math.max(0, problems.length - problemsTold),
  });
}

function withoutZeros(id: string) {
  return id.replace(/^0+(?=\d)/, "");
}

const asText = "Format the id column as text before you save the file";

function problemOf(id: string, longer: string | undefined, missing: CatalogColumn[]) {
  if (/^\d([.,]\d+)?E\+\d+$/.test(id)) return `a spreadsheet shortened this id to a power of ten. ${asText}`;
  if (longer !== undefined) return `no product has this id, but one has "${longer}". ${asText}`;
  if (missing.length === 0) return undefined;
  return `no product has this id. A new product also needs ${inWords(missing)}`;
}

function archivedProblem(missing: CatalogColumn[]) {
  return `this product is archived. To sell it again, the file also needs ${inWords(missing)}`;
}

function inWords(missing: CatalogColumn[]) {
  return `the ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}`;
}
