import { redirect } from "react-router";
import { storableText } from "#shop/forms/validate.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { withoutBasename } from "../addresses.ts";

const textLimit = 100;

/** A text of a list's URL, on its way to the database. @param limit in UTF-16 units */
export function readText(given: URLSearchParams, name: string, limit: number) {
  return storableText(cutText(given.get(name) ?? "", limit)).trim();
}

/** The search text of a list's URL. */
export function readSearchText(given: URLSearchParams) {
  return readText(given, "q", textLimit);
}

export function readNewestOrOldest(given: URLSearchParams): "newest" | "oldest" {
  return given.get("sort") === "oldest" ? "oldest" : "newest";
}

/** Parses the cursor of a list's URL, the last row's moment and ID; undefined on the first page or if malformed. */
export function readListCursor(given: URLSearchParams) {
  const [, moment, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(given.get("after") ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id };
}

const rowsPerPage = 50;

interface TextList<Row> {
  /** Reads rows that match a text, after the one with a key. */
  find(query: { text: string; after: string; limit: number }): Promise<Row[]>;
  /** What the list is sorted by. */
  keyOf(row: Row): string;
  /** UTF-16 units of a key. */
  limit: number;
}

/** Reads a page of a list that is searched by a text and sorted by another. @throws a redirect past its end */
export async function readTextPage<Row>(url: URL, { find, keyOf, limit }: TextList<Row>) {
  const text = readSearchText(url.searchParams);
  const after = readText(url.searchParams, "after", limit);
  const found = await find({ text, after, limit: rowsPerPage + 1 });
  requireListPage(url, { rows: found, cursor: after });
  const rows = found.slice(0, rowsPerPage);
  const next = found.length > rowsPerPage ? rows.slice(-1).map(keyOf)[0] : undefined;
  return { rows, text, isFirst: after === "", next };
}

interface ListPage {
  rows: readonly unknown[];
  /** What the URL's parameter means; undefined if it is malformed or missing. */
  cursor: unknown;
  /** The parameter. */
  name?: "after" | "before" | "skip";
  /** The parameter of the last page, where it is known; otherwise the first page is the next best. */
  last?: number;
}

/**
 * Leads a URL past a list's end, such as a bookmark of orders that were deleted since, to a page that has rows. See docs/decisions/0112.
 *
 * @throws the redirect
 */
export function requireListPage({ pathname, searchParams }: URL, { rows, cursor, name = "after", last = 0 }: ListPage) {
  if (!searchParams.has(name) || (cursor !== undefined && rows.length > 0)) return;
  const query = new URLSearchParams(searchParams);
  query.delete(name);
  if (last > 0 && last !== cursor) query.set(name, String(last));
  throw redirect(withoutBasename(query.size > 0 ? `${pathname}?${query}` : pathname));
}

/** Parses a number from a URL; undefined if malformed. */
export function readNumber(text: string | null | undefined) {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}
