import { isUtf8 } from "node:buffer";
import { counted, type ReadBytes, readBeginning } from "./read-bytes.ts";
import { decodeParts, utf16Of } from "./text-encoding.ts";

/** JSON that no encoding of JSON explains. The message says where. */
export class JsonEncodingError extends Error {
  override name = "JsonEncodingError";
}

/**
 * The text of a JSON file, part by part: UTF-8, or UTF-16 as some programs for Windows save it. A spreadsheet's encodings aren't guessed, because JSON has only these.
 *
 * @param onRead gets the number of bytes decoded so far
 * @throws JsonEncodingError before the first part
 */
export async function decodeJson(read: ReadBytes, onRead?: (bytes: number) => void) {
  const utf16 = utf16Of(await readBeginning(read));
  const fault = utf16 ? undefined : await findBrokenUtf8(read);
  if (fault) {
    const { line, byte } = fault;
    throw new JsonEncodingError(`line ${line}, byte ${byte} isn't UTF-8. Save the file as UTF-8`);
  }
  return decodeParts((onRead ? counted(read, onRead) : read)(), utf16 ?? "utf-8");
}

/** Where a file isn't UTF-8: the line and the byte in it, both from 1. */
async function findBrokenUtf8(read: ReadBytes) {
  let line = 1;
  let kept: Uint8Array[] = [];
  for await (const part of read()) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const end = bytes.lastIndexOf(10) + 1;
    kept.push(bytes.subarray(0, end || bytes.length));
    if (end === 0) continue;
    const lines = Buffer.concat(kept);
    if (!isUtf8(lines)) return placeIn(lines, line);
    line += countLineEnds(lines);
    kept = [bytes.subarray(end)];
  }
  const rest = Buffer.concat(kept);
  return isUtf8(rest) ? undefined : placeIn(rest, line);
}

function placeIn(bytes: Buffer, firstLine: number) {
  const at = firstBroken(bytes);
  const before = bytes.subarray(0, at);
  return { line: firstLine + countLineEnds(before), byte: at - before.lastIndexOf(10) };
}

/** The index of the first byte that isn't UTF-8: the longest beginning that is ends there. */
function firstBroken(bytes: Buffer) {
  let [known, wrong] = [0, bytes.length];
  while (wrong - known > 1) {
    const middle = (known + wrong) >> 1;
    if (isUtf8Beginning(bytes.subarray(0, middle))) known = middle;
    else wrong = middle;
  }
  const beginning = bytes.subarray(0, known);
  return isUtf8(beginning) ? known : lastWhole(beginning).length;
}

/** Whether bytes are UTF-8 but for a last character that may be cut. */
function isUtf8Beginning(bytes: Buffer) {
  return isUtf8(bytes) || isUtf8(lastWhole(bytes));
}

/** Bytes without a character that is cut at their end. */
function lastWhole(bytes: Buffer) {
  for (let cut = 1; cut <= 3; cut += 1) {
    const byte = bytes[bytes.length - cut] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - cut);
    if (byte < 0x80) break;
  }
  return bytes;
}

function countLineEnds(bytes: Buffer) {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
