import { styleText } from "node:util";

/**
 * Texts of customers and suppliers must not control the owner's terminal: removes control characters (C0, DEL and C1) and marks that
 * reorder or hide text (Unicode's general category C and line separators).
 */
const unprintable = /[\p{C}\u2028\u2029]/gu;

/** A text on one line, without unprintable characters. */
export function terminalText(text: string) {
  return text.replace(new RegExp(`${unprintable.source}+`, "gu"), " ");
}

/** A value as JSON, with unprintable characters escaped except line breaks. */
export function terminalJson(value: unknown) {
  return JSON.stringify(value, null, 2).replace(unprintable, (sign) => (sign === "\n" ? sign : escapeUnits(sign)));
}

/** JSON escapes characters beyond U+FFFF as two units. */
function escapeUnits(sign: string) {
  return sign
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Prints rows as a table, or as one JSON array. */
export function printRows(rows: Record<string, unknown>[], { json, empty }: { json?: boolean; empty: string }) {
  if (json) return console.log(terminalJson(rows));
  const [first] = rows;
  if (!first) return console.log(empty);
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => terminalText(String(row[column] ?? ""))))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  for (const [number, line] of lines.entries()) {
    const text = line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
    console.log(number === 0 ? styleText("bold", text) : text);
  }
}
