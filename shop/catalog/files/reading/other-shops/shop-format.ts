import type { DecimalMark } from "../../../../values/read-number.ts";
import type { OtherProduct } from "./other-product.ts";

/** A column of an export. */
export interface ExportColumn {
  /** What it may be called, as `normalizeHead` writes it. */
  heads: string[];
  /** What becomes of it, for the owner. */
  becomes: string;
}

/** A line of an export: the cells of the columns that the format knows and the file has. */
export interface ExportRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** How one system writes its products. A new system is one more of these, and its place in `shopFormats`. See docs/decisions/0203. */
export interface ShopFormat {
  /** The system. */
  name: string;
  /** Columns by which its exports are known: all of one of these lists. */
  signs: string[][];
  /** Columns that only other systems' exports have. */
  foreignSigns?: string[];
  /** Files of the system that have no products to read: by columns that they have, and one that they lack. */
  refused?: { signs: string[]; lacks: string; why: string }[];
  columns: Record<string, ExportColumn>;
  /** Columns of the file that aren't in `columns` by themselves, such as "Attribute 7 name". */
  numberedColumn?: (head: string) => (ExportColumn & { key: string }) | undefined;
  /** The columns with amounts of money or pieces, whose numbers tell what marks decimals. */
  amounts: string[];
  /** What marks decimals in a file whose numbers don't tell; without it, the separator of cells does. */
  decimalMark?: DecimalMark;
  /** By which names other rows call a row's product, or which product the row belongs to. Names begin with their kind: "sku:TEE". */
  placeOf(row: ExportRow, previous: string | undefined): RowPlace;
  /** What the address of a row's product ended with; "" for a row that has none. */
  handleOf(row: ExportRow): string;
  /** Puts the rows of a product together; undefined if it is left out. */
  readProduct(rows: ExportRow[], reading: ExportReading): OtherProduct | undefined;
}

export interface RowPlace {
  /** The first is the product's own. */
  names: string[];
  /** The name of the product whose variant the row is. */
  parent?: string | undefined;
}

/** What a format needs besides the rows of a product. */
export interface ExportReading {
  /** Whether the file has a column. */
  has(column: string): boolean;
  /** Reads an amount of money. What isn't one stays a text. */
  amount(cell: string): number | string;
  /** Rounds an amount that was computed to what the shop's currency has. */
  rounded(amount: number): number;
  /** Reads a number of pieces. */
  pieces(cell: string): number | string;
  /** Counts what the import leaves out, by the reason: "drafts". */
  leaveOut(reason: string, title?: string): void;
  /** Counts the products for which the import decides something by itself. */
  note(decision: string): void;
  warn(line: number, doubt: string): void;
}
