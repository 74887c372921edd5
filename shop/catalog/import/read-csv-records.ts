import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { requiredColumns } from "./catalog-columns.ts";
import { type CsvRow, countLineEnds, csvRows, detectFormat, recordOfRow } from "./catalog-csv.ts";
import type { ReadRecord } from "./catalog-entry.ts";
import { detectEncoding } from "./file-encoding.ts";
import { readBeginning } from "./read-beginning.ts";

/** A spreadsheet's rows as products, whatever its encoding and separators. Rows without any text are skipped. */
export async function* readCsvRecords(
  file: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Required<ReadRecord>> {
  const encoding = await detectEncoding(file);
  const format = detectFormat(new TextDecoder(encoding).decode(await readBeginning(file)));
  const isPartial = format.columns.includes("id") && format.columns.length > 1;
  const missing = isPartial ? requiredColumns.filter((name) => !format.columns.includes(name)) : [];
  const bytes = createReadStream(file);
  if (onRead) bytes.on("data", () => onRead(bytes.bytesRead));
  const rows = csvRows(format);
  pipeline([Readable.from(decode(bytes, encoding)), rows], () => {});
  let line = format.headLine + 1;
  let emptyLines = 0;
  try {
    for await (const { record, info } of rows as AsyncIterable<CsvRow>) {
      line += info.empty_lines - emptyLines;
      emptyLines = info.empty_lines;
      if (Object.values(record).some((cell) => cell.trim() !== ""))
        yield { record: recordOfRow(record, format.mark), csv: { line, columns: format.columns, missing } };
      line += 1 + countLineEnds(record);
    }
  } finally {
    bytes.destroy();
  }
}

async function* decode(bytes: AsyncIterable<Buffer>, encoding: string) {
  const decoder = new TextDecoder(encoding);
  for await (const part of bytes) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}
