import chardet from "chardet";
import { errorCode } from "#database/error-code.ts";
import { alphabets, scoreText } from "./alphabets.ts";
import { encodings } from "./encodings.ts";
import { type ReadBytes, readBeginning } from "./read-bytes.ts";

/** The encoding that a name means, such as "cp1250" or "latin1"; undefined for one that isn't offered. */
export function encodingNamed(name: string) {
  const label = name
    .trim()
    .toLowerCase()
    .replace(/^cp-?(125\d|874)$/, "windows-$1")
    .replace(/^cp-?866$/, "ibm866");
  try {
    const { encoding } = new TextDecoder(label);
    return Object.hasOwn(encodings, encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

export interface FileEncoding {
  /** One of `encodings`. */
  name: string;
  /** Whether only the text itself tells it. */
  isGuess: boolean;
  /** A line with letters that depend on it. */
  sample: string;
}

/** So many characters of a line show whether an encoding is right. */
const sampleLength = 120;

/**
 * Finds out how a text file is encoded. Excel writes "CSV UTF-8" with a byte order mark, "Unicode Text" as UTF-16, and its plain CSV in the encoding
 * of its country, which the letters tell. See docs/decisions/0178.
 *
 * @param chosen what an owner chose instead
 */
export async function detectEncoding(read: ReadBytes, chosen?: string): Promise<FileEncoding> {
  const beginning = await readBeginning(read);
  const isMarked = beginning.subarray(0, 3).equals(utf8Mark);
  const marked = chosen ?? utf16Of(beginning) ?? (isMarked ? "utf-8" : undefined);
  if (marked) return { name: marked, isGuess: false, sample: sampleOf([beginning], marked) };
  if (await isUtf8(read)) return { name: "utf-8", isGuess: false, sample: "" };
  const lines = await readTellingLines(read);
  const name = guessEncoding(lines);
  return { name, isGuess: true, sample: sampleOf(lines, name) };
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Which UTF-16 a file is in, if it is. Without a byte order mark, the zeros tell: separators, digits and line ends have one for one of their bytes. */
export function utf16Of(beginning: Buffer) {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return "utf-16le";
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < beginning.length; at += 1) if (beginning[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < beginning.length / 10 || (even > 0 && odd > 0)) return undefined;
  return odd > 0 ? "utf-16le" : "utf-16be";
}

/** Whether a file can be text at all: pictures and programs have zeros that no encoding explains. */
export function looksLikeText(beginning: Buffer) {
  return !beginning.includes(0) || utf16Of(beginning) !== undefined;
}

async function isUtf8(read: ReadBytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const part of read()) decoder.decode(part, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (errorCode(error) === "ERR_ENCODING_INVALID_ENCODED_DATA") return false;
    throw error;
  }
}

const nonAscii = /[\u0080-\u{10ffff}]/u;
const mostSampled = 16_384;

/** The first lines with bytes that aren't ASCII. */
async function readTellingLines(read: ReadBytes) {
  const lines: Buffer[] = [];
  let length = 0;
  for await (const part of read()) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    for (let at = 0; at < bytes.length && length < mostSampled; ) {
      const end = bytes.indexOf(10, at);
      const line = bytes.subarray(at, end < 0 ? bytes.length : end).subarray(0, mostSampled);
      if (line.some((byte) => byte > 127)) {
        lines.push(line);
        length += line.length;
      }
      at = end < 0 ? bytes.length : end + 1;
    }
    if (length >= mostSampled) break;
  }
  return lines;
}

/** The encoding in which the most letters are of one language. */
function guessEncoding(lines: Buffer[]) {
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
  if (isDamagedUtf8(bytes)) return "utf-8";
  // It knows which Chinese, Japanese and Korean characters are frequent, and little about short texts in other scripts.
  const eastAsian = chardet.analyse(bytes).map(({ name }) => name.toLowerCase());
  const names = [...new Set([...Object.keys(alphabets), ...eastAsian.filter((name) => name in encodings)])];
  const scores = names.map((name) => ({ name, score: scoreText(decode(bytes, name), name) }));
  return scores.reduce((best, next) => (next.score > best.score + 0.001 ? next : best)).name;
}

/** One that a program cut or joined: nearly all of it is valid. */
function isDamagedUtf8(bytes: Buffer) {
  const text = decode(bytes, "utf-8");
  const damaged = text.split("\ufffd").length - 1;
  return damaged * 3 < [...text].filter((character) => character > "\x7f").length;
}

function decode(bytes: Uint8Array, encoding: string) {
  return new TextDecoder(encoding).decode(bytes);
}

function sampleOf(lines: Buffer[], encoding: string) {
  const texts = lines.flatMap((line) => decode(line, encoding).split(/[\r\n]+/));
  const telling = texts.find((line) => nonAscii.test(line)) ?? "";
  const start = Math.max(0, telling.search(nonAscii) - sampleLength / 2);
  return telling.slice(start, start + sampleLength).toWellFormed();
}

/** Text of a file's parts. */
export async function* decodeParts(parts: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding);
  for await (const part of parts) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}
