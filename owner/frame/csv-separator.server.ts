import type { CsvSeparator } from "#shop/files/write-csv.ts";

/** The separator that a download's address asks for: `separator=semicolon`, or none for commas. */
export function readSeparator(query: URLSearchParams): { csv: CsvSeparator; separator?: "semicolon" } {
  return query.get("separator") === "semicolon" ? { csv: ";", separator: "semicolon" } : { csv: "," };
}
