import type { FieldName } from "../../fields/product-fields.ts";
import type { ImportedProduct } from "../../fields/product-row.ts";

/** One product of a file. */
export interface CatalogEntry {
  product: ImportedProduct;
  /** Whether the file has it as a draft. */
  isDraft?: true | undefined;
  csv?: CsvPlace | undefined;
}

/** Where a spreadsheet has a product. */
export interface CsvPlace {
  /** The line at which it begins. */
  line: number;
  /** The columns that the file has. */
  columns: FieldName[];
  /** The columns that a new product needs and the file lacks: it then only changes products that are there. */
  missing: FieldName[];
}

/** What a file has where a product belongs. */
export interface ReadRecord {
  record: unknown;
  csv?: CsvPlace;
  /** What was guessed of its values, in words. */
  guesses?: string[];
  /** Whether it comes from another shop's export: its texts are clear, and it may lack fields that the shop has. */
  isExport?: true;
  /** Whether it is a draft there. */
  isDraft?: boolean | undefined;
  /** What is wrong with it as a whole. */
  problem?: string;
}
