import type { Database } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";
import type { ProductsTable } from "#database/schema.ts";
import { withHostedPictures } from "../../fetched-pictures/hosted-pictures.ts";
import { catalogFields } from "../../fields/product-fields.ts";
import { type ProductRow, rowOf } from "../../fields/product-row.ts";
import { isOver } from "../../fields/publication.ts";
import { type SaleColumns, saleAt, usualRow } from "../../pricing/usual-price.ts";
import { type CompleteRow, completeRow, type ImportedRow } from "./imported-row.ts";

/** A row that an import would write, with what the catalog has in its place: both with usual prices, and with the sale of this moment. */
export interface RowPair {
  before: ProductsTable | undefined;
  after: CompleteRow;
  /** The sale price that the file names. */
  wantedSaleCents: number | null | undefined;
  /** Whether the product is archived and stays so, because its time is over. */
  staysArchived: boolean;
}

/** Rows, completed, with what the catalog has in their place. */
export async function pairWithCatalog(
  db: Database,
  rows: ImportedRow[],
  time = databaseNow(db).getTime(),
): Promise<RowPair[]> {
  const ids = rows.map(({ id }) => id);
  const known = await db.selectFrom("products").selectAll().where("id", "in", ids).execute();
  const knownById = new Map(known.map((row) => [row.id, row]));
  const unsoldById = await readUnsold(
    db,
    ids.filter((id) => !knownById.has(id)),
  );
  const pairs = rows.map((row) => {
    const known = knownById.get(row.id);
    const before = known && { ...usualRow(known), ...saleAt(known, time) };
    const unsold = unsoldById.get(row.id);
    const complete = completeRow(row, before ? withoutOwnColumns(before) : unsold?.row, time);
    const staysArchived = unsold?.isArchived === true && isOver(complete, time);
    return { before, after: complete, wantedSaleCents: row.saleCents, staysArchived };
  });
  const given = pairs.filter((_, index) => rows[index]?.images !== undefined || rows[index]?.thumbnail !== undefined);
  await hostPictures(db, given);
  return pairs;
}

/** A picture that the shop has fetched is its own, whatever address a file has for it. */
async function hostPictures(db: Database, pairs: RowPair[]) {
  const hosted = await withHostedPictures(
    db,
    pairs.map(({ after }) => after),
  );
  for (const [index, pair] of pairs.entries()) pair.after = hosted[index] ?? pair.after;
}

/** Archived products and drafts, which an import sells: fields that the file omits stay as they were. */
async function readUnsold(
  db: Database,
  ids: string[],
): Promise<Map<string, { row: ProductRow & Partial<SaleColumns>; isArchived: boolean }>> {
  if (ids.length === 0) return new Map();
  const archived = await db.selectFrom("archivedProducts").selectAll().where("id", "in", ids).execute();
  const drafts = await db.selectFrom("draftProducts").select("content").where("id", "in", ids).execute();
  return new Map(
    [
      ...drafts.map(({ content }) => ({ row: rowOf(JSON.parse(content), 0), isArchived: false })),
      ...archived.map(({ archivedAt: _, ...row }) => ({ row: withoutOwnColumns(usualRow(row)), isArchived: true })),
    ].map((unsold) => [unsold.row.id, unsold]),
  );
}

/** Without what the shop itself sets. */
function withoutOwnColumns(row: ProductsTable) {
  const { number, version, formerCents, usualCompareAtCents, isHidden, ...columns } = row;
  return columns;
}

/** The fields in which two rows differ, in the order of files. */
export function differingFields(before: CompleteRow, after: CompleteRow) {
  return catalogFields.filter(({ column }) => before[column] !== after[column]);
}
