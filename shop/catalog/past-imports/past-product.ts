import { hash } from "node:crypto";
import type { ProductsTable } from "#database/schema.ts";
import { catalogFields } from "../fields/product-fields.ts";
import { usualRow } from "../pricing/usual-price.ts";

/** What an import, or another act, did to a product. */
export type PastProduct =
  | { effect: "added"; digest: string; draft?: PastDraft | undefined }
  | { effect: "unarchived"; columns: PastColumns }
  | { effect: "archived"; columns: PastColumns; position: number }
  | { effect: "changed"; columns: PastColumns }
  | { effect: "removed"; row: ProductsTable };

/** A draft that the import published. */
export interface PastDraft {
  content: string;
  madeIds: string | null;
  /** Imports of earlier versions don't have it. */
  position?: number;
}

/** The columns that an import changed: what they had before, and afterwards as `seal` has it. */
export type PastColumns = { [Column in keyof ProductsTable]?: [before: ProductsTable[Column], after: unknown] };

/** The prices and the sale, which change together. */
export const priceColumns = [
  ...["priceCents", "compareAtCents", "usualCompareAtCents"],
  ...["saleCents", "saleStartsAt", "saleEndsAt"],
] as (keyof ProductsTable)[];
export const pictureColumns = ["thumbnail", "images", "imageAlts"] satisfies (keyof ProductsTable)[];
const stockColumns = ["stock", "availabilityStatus"] satisfies (keyof ProductsTable)[];

/** Columns that go back together, as far as none of them was changed since. */
export const columnGroups: (keyof ProductsTable)[][] = [
  ...[priceColumns, pictureColumns, stockColumns, ["title", "titleKey"], ["brand", "brandSlug"], ["position"]],
  ...catalogFields
    .map(({ column }) => column)
    .filter(
      (column) =>
        !["id", "address", "title", "brand", ...priceColumns, ...pictureColumns, ...stockColumns].includes(column),
    )
    .map((column) => [column]),
] as (keyof ProductsTable)[][];

/** The columns that an import can change. */
export const pastColumns = columnGroups.flat();
/** What orders, sales and fetched pictures don't change by themselves. */
const ownersColumns = pastColumns.filter(
  (column) => ![...priceColumns, ...pictureColumns, ...stockColumns, "position"].includes(column),
);

/** The columns in which two rows differ, as far as both are known. */
export function differingColumns(before: Partial<ProductsTable>, after: Partial<ProductsTable>): PastColumns {
  const differing = pastColumns.filter((column) => before[column] !== after[column]);
  return Object.fromEntries(
    differing.map((column) => [column, [before[column], sealed(column, after[column])]]),
  ) as PastColumns;
}

/** Whether a column still has what an import wrote. */
export function isSealed(column: keyof ProductsTable, value: unknown, seal: unknown) {
  return sealed(column, value) === seal;
}

/** A value, or a digest of a long one. Pictures stay whole: they may be exchanged for fetched ones. */
function sealed(column: keyof ProductsTable, value: unknown) {
  const isLong = typeof value === "string" && value.length > sealLength;
  return isLong && !(pictureColumns as string[]).includes(column) ? digest(value) : value;
}

const sealLength = 24;

/** Changes when an owner changes a product. */
export function digestOf(row: ProductsTable) {
  const { priceCents } = usualRow(row);
  return digest(JSON.stringify([priceCents, ...ownersColumns.map((column) => row[column])]));
}

function digest(text: string) {
  return hash("sha1", text).slice(0, sealLength);
}
