import { createReadStream } from "node:fs";
import { errorCode } from "#database/error-code.ts";
import { unreadableFile } from "./catalog-file-error.ts";

/**
 * How a text file is encoded. Excel writes "CSV UTF-8" with a byte order mark, "Unicode Text" as UTF-16, and its plain CSV as Windows-1252,
 * which is what a file is that isn't valid UTF-8.
 *
 * @returns a name that `TextDecoder` knows
 * @throws CatalogFileError if the file can't be read
 */
export async function detectEncoding(file: string) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  try {
    for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
      const marked = isFirst && markedEncoding(part);
      if (marked) return marked;
      isFirst = false;
      decoder.decode(part, { stream: true });
    }
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (errorCode(error) === "ERR_ENCODING_INVALID_ENCODED_DATA") return "windows-1252";
    throw unreadableFile(file, error as Error);
  }
}

/** The encoding that a byte order mark names. */
export function markedEncoding(beginning: Buffer) {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return "utf-16le";
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return "utf-16be";
  return beginning.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? "utf-8" : undefined;
}
