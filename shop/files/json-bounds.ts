/** Lists and objects in each other. What the shop reads has at most six. */
const deepest = 32;

/** Characters of one item of a list: as much as a spreadsheet's row may have. */
const longestItem = 4 * 1024 * 1024;

/** JSON that would take far more memory than its size. The message says where. */
export class JsonBoundsError extends Error {
  override name = "JsonBoundsError";
}

/** Parses JSON that comes from outside. The engine has crashed on thousands of lists in each other. @throws SyntaxError, JsonBoundsError */
export function parseJson(text: string): unknown {
  new JsonBounds(Number.POSITIVE_INFINITY).read(text);
  return JSON.parse(text);
}

/**
 * Passes on the text of a JSON list, part by part, while its items have a usual size.
 *
 * @param level of the list's items: 1 for a list, 2 for one in an object
 * @throws JsonBoundsError
 */
export async function* withinBounds(parts: AsyncIterable<string>, level: number) {
  const bounds = new JsonBounds(longestItem, level);
  for await (const part of parts) {
    bounds.read(part);
    yield part;
  }
}

const [quote, backslash, lineFeed] = [34, 92, 10];
/** Commas, spaces and line breaks. */
const betweenItems = new Set([44, 32, 9, 13, lineFeed]);
const [listStart, listEnd, objectStart, objectEnd] = [91, 93, 123, 125];

/** Follows the brackets of a text. */
class JsonBounds {
  readonly #longest: number;
  readonly #level: number;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #length = 0;
  #line = 1;

  constructor(longest: number, level = 0) {
    this.#longest = longest;
    this.#level = level;
  }

  read(part: string) {
    for (let at = 0; at < part.length; at += 1) this.#readSign(part.charCodeAt(at));
  }

  #readSign(sign: number) {
    this.#length += 1;
    if (this.#length > this.#longest) throw new JsonBoundsError(`line ${this.#line} is in an item of more than 4 MB`);
    if (sign === lineFeed) this.#line += 1;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#inText) this.#readText(sign);
    else if (sign === quote) this.#inText = true;
    else this.#readStructure(sign);
  }

  #readText(sign: number) {
    if (sign === backslash) this.#isEscaped = true;
    else if (sign === quote) this.#inText = false;
  }

  #readStructure(sign: number) {
    if (sign === listStart || sign === objectStart) this.#depth += 1;
    else if (sign === listEnd || sign === objectEnd) this.#depth -= 1;
    else if (this.#depth <= this.#level && betweenItems.has(sign)) this.#length = 0;
    if (this.#depth > deepest)
      throw new JsonBoundsError(`line ${this.#line} has more than ${deepest} lists and objects in each other`);
  }
}
