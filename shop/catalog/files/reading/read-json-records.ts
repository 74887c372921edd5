import { pipeline, Readable } from "node:stream";
import { parser } from "stream-json";
import type Assembler from "stream-json/assembler.js";
import pick from "stream-json/filters/pick.js";
import streamArray from "stream-json/streamers/stream-array.js";
import { decodeJson } from "../../../files/decode-json.ts";
import { JsonBoundsError, withinBounds } from "../../../files/json-bounds.ts";
import { type ReadBytes, readBeginning } from "../../../files/read-bytes.ts";
import { utf16Of } from "../../../files/text-encoding.ts";
import { catalogColumnNames } from "./catalog-columns.ts";
import type { ReadRecord } from "./catalog-entry.ts";

/** Characters of a broken file that are parsed again to say where it breaks. */
const mostParsedAgain = 16 * 1024 * 1024;

/** The products of a JSON list, or of `{"products": […]}`. @throws JsonEncodingError, JsonBoundsError or SyntaxError, which say where */
export async function* readJsonRecords(read: ReadBytes, onRead?: (bytes: number) => void): AsyncGenerator<ReadRecord> {
  const beginning = await readBeginning(read);
  const isList = /^\ufeff?\s*\[/.test(new TextDecoder(utf16Of(beginning)).decode(beginning));
  const text = Readable.from(withinBounds(await decodeJson(read, onRead), isList ? 1 : 2));
  const repeated = new WeakMap<object, string>();
  const objectFilter = (place: Assembler) => noteRepeated(place, repeated);
  const items = streamArray.asStream({ objectFilter, includeUndecided: true });
  const list = isList ? [] : [pick.asStream({ filter: "products" })];
  // An error of any stage reaches the loop below, which reads the last one.
  pipeline([text, parser.asStream(), ...list, items], () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) {
      const field = typeof value === "object" && value !== null ? repeated.get(value) : undefined;
      yield { record: value, ...(field && { problem: `it has the field ${field} twice` }) };
    }
  } catch (error) {
    throw error instanceof JsonBoundsError ? error : new SyntaxError(await findFault(read), { cause: error });
  } finally {
    text.destroy();
  }
}

/** Notes products that have a field twice: nothing says which value is meant. */
function noteRepeated({ depth, key, current }: Assembler, repeated: WeakMap<object, string>) {
  const isProduct = depth === 2 && key !== null && current !== null && typeof current === "object";
  if (isProduct && catalogColumnNames.some((name) => name === key) && Object.hasOwn(current, key))
    repeated.set(current, key);
  return undefined;
}

/** Where a file isn't JSON, in words. */
async function findFault(read: ReadBytes) {
  let text = "";
  for await (const part of await decodeJson(read)) {
    text += part;
    if (text.length > mostParsedAgain) return "it can't be read to its end";
  }
  try {
    JSON.parse(text);
    return "it isn't a list of products";
  } catch (error) {
    return faultInWords(text, (error as Error).message);
  }
}

/** The engine's message has the fault's position, or a few characters around it. */
function faultInWords(text: string, message: string) {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  const [, excerpt] = /^Unexpected token .*?, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (position === undefined && excerpt === undefined) return "it ends too early";
  const at = excerpt === undefined ? Number(position) : text.indexOf(excerpt);
  const near = excerpt ?? text.slice(Math.max(0, at - 10), at + 10);
  return `line ${text.slice(0, Math.max(0, at)).split("\n").length} isn't JSON, near “${near.trim()}”`;
}
