import { type Options, stringify } from "csv-stringify/sync";

/** The sign between cells. Excel opens files with semicolons in countries whose numbers have commas. */
export type CsvSeparator = "," | ";";

/** Rows as lines of CSV, as every export of the shop writes them. @param options how cells are quoted, where it isn't usual */
export function csvLines(rows: readonly (readonly unknown[])[], delimiter: CsvSeparator = ",", options: Options = {}) {
  return stringify(rows as unknown[][], { ...options, delimiter, record_delimiter: "windows" });
}
