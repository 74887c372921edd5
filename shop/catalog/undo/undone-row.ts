import type { ProductsTable } from "#database/schema.ts";
import { exchangePictures } from "../fetched-pictures/hosted-pictures.ts";
import { catalogFields } from "../fields/product-fields.ts";
import { columnGroups, isSealed, type PastColumns, pictureColumns } from "../past-imports/past-product.ts";
import { availabilityOf } from "../stock/availability.ts";

type Column = keyof ProductsTable;

/** Columns that were changed since, and stay. */
export interface KeptColumns {
  label: string;
  /** The first of them, which is shown. */
  column: Column;
  /** All of them, which go together: what undoing them later needs. */
  columns: PastColumns;
}

export interface UndoOptions {
  /** The pictures that were fetched since, by the addresses that the import had. */
  hostedOf: ReadonlyMap<string, string>;
  /** Whether what was changed since goes back, too. */
  insists: boolean;
}

/**
 * A product with what it had before an import or another act, except what was changed since.
 *
 * @param now what it has
 * @returns the row, and what stays
 */
export function undoneRow<Row extends ProductsTable>(
  now: Row,
  columns: PastColumns,
  { hostedOf, insists }: UndoOptions,
): { row: Row; kept: KeptColumns[] } {
  const pictures = pictureColumns.some((column) => columns[column]) ? picturesOf(now, columns, hostedOf) : undefined;
  const sealOf = (column: Column) =>
    pictures && column in pictures.after ? pictures.after[column] : columns[column]?.[1];
  const back: Partial<ProductsTable> = {};
  const kept: KeptColumns[] = [];
  for (const group of columnGroups) {
    const changed = group.filter((column) => columns[column] !== undefined);
    if (changed.length === 0) continue;
    if (group.includes("stock")) Object.assign(back, stockWithout(now, columns));
    else if (!insists && !changed.every((column) => isSealed(column, now[column], sealOf(column))))
      kept.push({ label: labelOf(group), column: changed[0] ?? "title", columns: only(columns, changed) });
    else Object.assign(back, group.includes("images") ? pictures?.former : formerOf(columns, changed));
  }
  return { row: { ...now, ...back }, kept };
}

/** The pictures before the import, and those it wrote, both with the ones that were fetched since. */
function picturesOf(now: ProductsTable, columns: PastColumns, hostedOf: ReadonlyMap<string, string>) {
  const written = Object.fromEntries(
    pictureColumns.flatMap((column) => (columns[column] ? [[column, columns[column][1]]] : [])),
  );
  const seen = exchangePictures({ ...pick(now, pictureColumns), ...(written as object) }, hostedOf);
  const former = exchangePictures({ ...pick(now, pictureColumns), ...formerOf(columns, pictureColumns) }, hostedOf);
  return { former, after: seen as Partial<Record<Column, unknown>> };
}

/** Orders may have taken pieces since, or returned some: their difference stays. */
function stockWithout(now: ProductsTable, columns: PastColumns): Pick<ProductsTable, "stock" | "availabilityStatus"> {
  const [stockBefore, stockAfter] = (columns.stock ?? [now.stock, now.stock]) as [number, number];
  const [statusBefore] = columns.availabilityStatus ?? [now.availabilityStatus];
  const stock = Math.max(0, now.stock + stockBefore - stockAfter);
  return { stock, availabilityStatus: stock === stockBefore ? statusBefore : availabilityOf(stock) };
}

function formerOf(columns: PastColumns, wanted: Column[]): Partial<ProductsTable> {
  return Object.fromEntries(wanted.flatMap((column) => (columns[column] ? [[column, columns[column][0]]] : [])));
}

function only(columns: PastColumns, wanted: Column[]) {
  return Object.fromEntries(wanted.map((column) => [column, columns[column]])) as PastColumns;
}

function pick<Row extends Partial<ProductsTable>>(row: Row, wanted: Column[]) {
  return Object.fromEntries(wanted.flatMap((column) => (column in row ? [[column, row[column]]] : []))) as Pick<
    ProductsTable,
    (typeof pictureColumns)[number]
  >;
}

function labelOf([column]: Column[]) {
  return catalogFields.find((field) => field.column === column)?.label ?? "Order";
}
