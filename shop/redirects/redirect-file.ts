import { bytesInMemory } from "../files/read-bytes.ts";
import { detectTable, readRows, TableError } from "../files/read-table.ts";
import { detectEncoding } from "../files/text-encoding.ts";
import { cleanText } from "../text/clean-text.ts";
import { cutText } from "../text/cut-text.ts";
import { findContradiction } from "./find-contradiction.ts";
import { maxRedirects, type Redirect } from "./redirect-map.ts";

/** A CSV file that can't be imported. The messages name its lines. */
export class RedirectFileError extends Error {
  override name = "RedirectFileError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Characters of a whole address. */
const longestUrl = 4000;

const wanted = "Use a CSV file with the columns from and to";

/** What the columns may be called: Shopify's export has "Redirect from". */
const columns = new Map([
  ["from", "from"],
  ["redirect from", "from"],
  ["to", "to"],
  ["redirect to", "to"],
]);

/**
 * A file's redirects, with the line at which each begins.
 *
 * @param shopUrl the shop's own address, which is cut off
 * @throws RedirectFileError
 */
export async function readRedirectFile(file: Uint8Array, shopUrl: string): Promise<(Redirect & { line: number })[]> {
  const read = bytesInMemory(file);
  const redirects: (Redirect & { line: number })[] = [];
  try {
    const format = await detectTable(read, (await detectEncoding(read)).name, columns);
    if (!format.columns.includes("from") || !format.columns.includes("to")) throw new TableError(wanted);
    for await (const { line, cells, problem } of readRows(read, format)) {
      if (problem) throw new TableError(`line ${line}: ${problem}`);
      if (redirects.length === maxRedirects) throw new TableError("A file may have 10,000 lines");
      redirects.push({ line, from: pathOfUrl(cells.from), to: pathOfUrl(cells.to, new URL(shopUrl).host) });
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new RedirectFileError([error.message.replace(/^[a-z]/, (letter) => letter.toUpperCase())]);
  }
  if (redirects.length === 0) throw new RedirectFileError([`${wanted}, and a line for each redirect`]);
  refuseContradiction(redirects);
  return redirects;
}

/** A whole address without its host, if that is the given one or any. */
function pathOfUrl(cell = "", host?: string) {
  const text = cleanText(cell);
  const url = text.length <= longestUrl && /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url || (host !== undefined && url.host !== host)) return text;
  return url.pathname + url.search + url.hash;
}

function refuseContradiction(redirects: (Redirect & { line: number })[]) {
  const found = findContradiction(redirects);
  if (!found) return;
  const { redirect, earlier } = found;
  const problem = `Line ${redirect.line}: ${cutText(redirect.from, 60)} leads elsewhere on line ${earlier.line}`;
  throw new RedirectFileError([problem]);
}
