import { styleText } from "node:util";
import { terminalJson, terminalText } from "./terminal-text.ts";

/** Prints rows as a table for people; or as one JSON array for programs. */
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
