import { createReadStream } from "node:fs";
import { isSpreadsheetName } from "../catalog/files/reading/catalog-columns.ts";
import { CatalogFileError, unreadableFile } from "../catalog/files/reading/catalog-file-error.ts";
import { checkText } from "../catalog/files/reading/check-text.ts";
import { counted, type ReadBytes } from "../files/read-bytes.ts";
import { detectTable, readRows, TableError, type TableRow } from "../files/read-table.ts";
import { detectEncoding, type FileEncoding } from "../files/text-encoding.ts";
import { exportWith, type KnownExport, tellingColumns } from "./known-exports.ts";

/** A file of another shop's customers or orders. */
export interface ExportFile extends Pick<KnownExport, "shop" | "kind"> {
  /** How it is encoded, where its letters depend on it. */
  encoding: FileEncoding | undefined;
  /** Its rows, by column in small letters. @throws CatalogFileError */
  rows: (onRead?: (bytes: number) => void) => AsyncGenerator<TableRow>;
}

export const unknownExport =
  "This isn't a customer or order export of Shopify or WooCommerce. Export the file again as CSV, with all its columns. Products are imported on the screen Products.";

/**
 * Recognizes a file of customers or orders by its columns.
 *
 * @param chosen its encoding, where an owner chose it
 * @returns undefined for any other file, such as a catalog
 * @throws CatalogFileError if it can't be read
 */
export async function recognizeExport(file: string, chosen?: string): Promise<ExportFile | undefined> {
  if (!isSpreadsheetName(file)) return undefined;
  const read = () => bytesOf(file);
  await checkText(read);
  const encoding = await detectEncoding(read, chosen);
  const format = await detectTable(read, encoding.name, tellingColumns).catch(refuse);
  const columns = format.columns.map((name) => name.toLowerCase());
  const known = exportWith(columns);
  if (!known) return undefined;
  const { shop, kind } = known;
  const rows = (onRead?: (bytes: number) => void) =>
    rowsOf(onRead ? counted(read, onRead) : read, { ...format, columns });
  return { shop, kind, rows, encoding: encoding.isGuess || chosen ? encoding : undefined };
}

async function* rowsOf(read: ReadBytes, format: Parameters<typeof readRows>[1]) {
  try {
    yield* readRows(read, format);
  } catch (error) {
    refuse(error);
  }
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw unreadableFile(file, error as Error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof TableError)) throw error;
  throw new CatalogFileError(error.message.replace(/^[a-z]/, (letter) => letter.toUpperCase()));
}
