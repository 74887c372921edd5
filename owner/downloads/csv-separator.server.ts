import type { CsvSeparator } from "#shop/files/write-csv.ts";
import type { Formats } from "#shop/values/locale.ts";
import { decimalMarkOf } from "#shop/values/typed-numbers.ts";

/** The separator that a download's address asks for: `separator=semicolon`, or none for commas. */
export function readSeparator(query: URLSearchParams): CsvSeparator {
  return query.get("separator") === "semicolon" ? ";" : ",";
}

/** The same for files that people open in a spreadsheet: where decimals have commas, cells are between semicolons. */
export function separatorFor(query: URLSearchParams, formats: Formats): CsvSeparator {
  return decimalMarkOf(formats) === "," ? ";" : readSeparator(query);
}
