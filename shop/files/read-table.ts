import { pipeline, Readable } from "node:stream";
import { type Info, type Options, type Parser, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { cleanText } from "../text/clean-text.ts";
import { type ReadBytes, readBeginning } from "./read-bytes.ts";
import { decodeParts } from "./text-encoding.ts";

/** A spreadsheet's file that can't be read. The message says which line is wrong. */
export class TableError extends Error {
  override name = "TableError";
}

/** How a file is written. */
export interface TableFormat {
  encoding: string;
  /** What separates its cells. */
  delimiter: string;
  /** What its columns are called, in the file's order: by the known names where there is one. */
  columns: string[];
  /** The same as the file has them. */
  written: string[];
  /** How many rows with something in them come before the columns' names, such as a title. */
  rowsBefore: number;
}

export interface TableRow {
  /** The line at which the row begins, from 1. */
  line: number;
  /** Its cells by column. Those that the row lacks are empty. */
  cells: Record<string, string>;
  /** What is wrong with the row as a whole. */
  problem?: string;
}

/** Characters of one row: a quote that is never closed would otherwise take the rest of the file into memory. */
const largestRow = 4 * 1024 * 1024;
const mostCells = 1000;
/** Rows among which the columns' names are looked for. */
const mostRowsBefore = 10;

/**
 * Finds out what separates a file's cells, and where the names of its columns are: in its first line, after Excel's `sep=;`, or under a title.
 *
 * @param names what columns may be called, in small letters, and what the shop calls them
 * @param once those that a file may have once
 * @throws TableError for a column that is there twice
 */
export async function detectTable(
  read: ReadBytes,
  encoding: string,
  names: Map<string, string>,
  once = new Set(names.values()),
): Promise<TableFormat> {
  const beginning = new TextDecoder(encoding).decode(await readBeginning(read));
  const lines = beginning
    .split(/\r\n|\n|\r/, mostRowsBefore * 4)
    .filter((line) => line.trim() !== "")
    .slice(0, mostRowsBefore);
  const [, separator] = separatorLine.exec(lines[0] ?? "") ?? [];
  const candidates = (separator ? [separator] : [",", ";", "\t", "|"]).flatMap((delimiter) =>
    lines.map((line, rowsBefore) => ({ delimiter, rowsBefore, ...columnsIn(line, delimiter, names) })),
  );
  const known = new Set(names.values());
  const count = ({ columns }: { columns: string[] }) => columns.filter((name) => known.has(name)).length;
  const best = candidates.reduce((best, next) => (count(next) > count(best) ? next : best), {
    ...{ delimiter: separator ?? ",", rowsBefore: 0, columns: [] as string[], written: [] as string[] },
  });
  if (best.columns.length > mostCells) throw new TableError(tooManyCells(best.rowsBefore + 1));
  const twice = best.columns.find((name, index) => once.has(name) && best.columns.indexOf(name) < index);
  if (twice) throw new TableError(`it has the column ${twice} twice`);
  return { encoding, ...best };
}

/** What Excel takes for the file's separator, in a line before all others. */
const separatorLine = /^"?sep=([^\w\s"]|\t)"?\s*$/i;

function columnsIn(line: string, delimiter: string, names: Map<string, string>) {
  const written = cellsIn(line, delimiter).map((cell) => cleanText(cell));
  return { written, columns: written.map((name) => names.get(name.toLowerCase()) ?? name) };
}

/** Names may hold the separator: "GTIN, UPC, EAN, or ISBN". */
function cellsIn(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parseAtOnce(line, { ...parserOptions, delimiter });
    return cells;
  } catch {
    return line.split(delimiter);
  }
}

/**
 * The rows of a file below the names of its columns, whatever its line ends and quotes. Rows without any text are skipped.
 *
 * @throws TableError
 */
export async function* readRows(read: ReadBytes, format: TableFormat): AsyncGenerator<TableRow> {
  /** Where the rows begin that are parsed and wait. */
  const starts: number[] = [];
  let line = 1;
  let rowsBefore = format.rowsBefore + 1;
  let emptyLines = 0;
  const noteRow = (record: string[], info: Info) => {
    line += info.empty_lines - emptyLines;
    emptyLines = info.empty_lines;
    // The parser counts the columns of its first row, and makes a costly error, which is never shown, for each row of another length.
    Object.assign(rows.info, { records: 0 });
    const at = line;
    if (record.length > mostCells) throw new TableError(tooManyCells(at));
    line += 1 + countLineEnds(record);
    if (record.every((cell) => cleanText(cell) === "")) return null;
    if (rowsBefore > 0) {
      rowsBefore -= 1;
      return null;
    }
    starts.push(at);
    return record;
  };
  const rows: Parser = parse({ ...parserOptions, delimiter: format.delimiter, on_record: noteRow });
  const text = Readable.from(withoutEndMark(decodeParts(read(), format.encoding)));
  pipeline([text, rows], () => {});
  try {
    for await (const record of rows as AsyncIterable<string[]>)
      yield toRow(record, starts.shift() ?? line, format.columns);
  } catch (error) {
    throw inOurWords(error, line + rows.info.empty_lines - emptyLines);
  } finally {
    text.destroy();
  }
}

/** Ctrl-Z, by which programs for DOS end a file. */
const endMark = "\x1a";

async function* withoutEndMark(parts: AsyncIterable<string>) {
  let kept = 0;
  for await (const part of parts) {
    let end = part.length;
    while (part[end - 1] === endMark) end -= 1;
    if (end > 0) {
      yield endMark.repeat(kept) + part.slice(0, end);
      kept = 0;
    }
    kept += part.length - end;
  }
}

const parserOptions: Options = {
  bom: true,
  max_record_size: largestRow,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

function toRow(record: string[], line: number, columns: string[]): TableRow {
  const cells = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ""]));
  if (record.slice(columns.length).every((cell) => cleanText(cell) === "")) return { line, cells };
  const problem = `this row has ${record.length} cells, but the file has ${columns.length} columns. Put a text with separators in quotes`;
  return { line, cells, problem };
}

function countLineEnds(record: string[]) {
  return record.reduce((count, cell) => count + cell.split(/\r\n|\n|\r/).length - 1, 0);
}

function tooManyCells(line: number) {
  return `line ${line} has more than ${mostCells.toLocaleString("en")} cells`;
}

/** The parser's own words are for programmers. */
function inOurWords(error: unknown, line: number) {
  const { code } = error as { code?: string };
  if (code === "CSV_QUOTE_NOT_CLOSED") return new TableError(`a quote on line ${line} never closes`);
  if (code === "CSV_MAX_RECORD_SIZE")
    return new TableError(`the row on line ${line} is longer than 4 MB. Does a quote never close?`);
  return code?.startsWith("CSV_") ? new TableError(`line ${line} isn't a row of cells`) : error;
}
