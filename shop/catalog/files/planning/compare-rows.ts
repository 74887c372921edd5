import type { Database } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";
import type { ProductsTable } from "#database/schema.ts";
import { withHostedPictures } from "../../fetched-pictures/hosted-pictures.ts";
import { catalogFields } from "../../fields/product-fields.ts";
import { type ProductRow, rowOf } from "../../fields/product-row.ts";
import { isOver } from "../../fields/publication.ts";
import { type SaleColumns, saleAt, usualRow, withoutSale } from "../../pricing/usual-price.ts";
import type { Product } from "../../product.ts";
import { type CompleteRow, completeRow, type ImportedRow } from "./imported-row.ts";

/** A row that an import would write, with what the catalog has in its place: both with usual prices, and with the sale of this moment. */
export interface RowPair {
  before: CompleteRow | undefined;
  after: CompleteRow;
  /** Whether the import writes a draft. What is or was on sale never becomes one. */
  isDraft?: true | undefined;
  /** The sale price that the file names. */
  wantedSaleCents: number | null | undefined;
  /** Whether the product is archived and stays so, because its time is over or the file has it as a draft. */
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
  const pairs = rows.map(({ isDraft, ...row }): RowPair => {
    const known = knownById.get(row.id);
    const before = known && { ...usualRow(known), ...saleAt(known, time) };
    const unsold = unsoldById.get(row.id);
    if (isDraft && !known && !unsold?.isArchived) return pairOfDrafts(row, unsold, time);
    const complete = completeRow(row, before ? withoutOwnColumns(before) : unsold?.row, time);
    const staysArchived = unsold?.isArchived === true && (isDraft === true || isOver(complete, time));
    return { before, after: complete, wantedSaleCents: row.saleCents, staysArchived };
  });
  const given = pairs.filter((_, index) => rows[index]?.images !== undefined || rows[index]?.thumbnail !== undefined);
  await hostPictures(db, given);
  return pairs;
}

function pairOfDrafts(row: ImportedRow, known: UnsoldRow | undefined, time: number): RowPair {
  const before = known && { ...known.row, category: known.category, ...withoutSale };
  const after = { ...completeRow(row, before, time), ...withoutSale, position: 0 };
  return { before, after, isDraft: true, wantedSaleCents: undefined, staysArchived: false };
}

/** A picture that the shop has fetched is its own, whatever address a file has for it. */
async function hostPictures(db: Database, pairs: RowPair[]) {
  const hosted = await withHostedPictures(
    db,
    pairs.map(({ after }) => after),
  );
  for (const [index, pair] of pairs.entries()) pair.after = hosted[index] ?? pair.after;
}

interface UnsoldRow {
  row: ProductRow & Partial<SaleColumns>;
  isArchived: boolean;
  /** As it was saved: a draft's is a text, such as the name of a category that the shop doesn't have yet. */
  category: string;
}

/** Archived products and drafts: fields that the file omits stay as they were. */
async function readUnsold(db: Database, ids: string[]): Promise<Map<string, UnsoldRow>> {
  if (ids.length === 0) return new Map();
  const archived = await db.selectFrom("archivedProducts").selectAll().where("id", "in", ids).execute();
  const drafts = await db.selectFrom("draftProducts").select("content").where("id", "in", ids).execute();
  const unsold: UnsoldRow[] = [
    ...drafts.map(({ content }) => {
      const draft: Product = JSON.parse(content);
      return { row: rowOf(draft, 0), isArchived: false, category: draft.category };
    }),
    ...archived.map(({ archivedAt: _, ...row }) => {
      return { row: withoutOwnColumns(usualRow(row)), isArchived: true, category: row.category };
    }),
  ];
  return new Map(unsold.map((each) => [each.row.id, each]));
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
