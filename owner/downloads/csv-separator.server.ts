import type { CsvSeparator } from "#shop/files/write-csv.ts";

/** The separator that a download's address asks for: `separator=semicolon`, or none for commas. */
export function readSeparator(query: URLSearchParams): CsvSeparator {
  return query.get("separator") === "semicolon" ? ";" : ",";
}
