import { parseFilters } from "#shop/catalog/filters.ts";
import { parseSearchText } from "#shop/catalog/search/search-words.ts";
import { parseSort } from "#shop/catalog/sorts.ts";
import { parseOrigin } from "./origin.ts";

/**
 * The parameters of the query that a page reads: what it takes a parameter's values for, the first of which it is given first; undefined
 * where that is the same as none.
 */
export type PageQuery = Record<
  string,
  (value: string | null, values: string[]) => string | number | string[] | undefined
>;

/**
 * The public pages by their routes' paths, and all that each of them, on the server and in the browser, reads of the query. Whatever else
 * an address says makes no other page, so the page cache keeps none for it.
 */
export const pageQueries = {
  "/": {},
  "/about": {},
  "/contact": {},
  "/products": { q: parseSearchText, filter: parseFilterParameter, sort: parseSort, page: parsePage },
  "/products/:id": {},
  "/cart": {},
  "/sign-in": { from: parseOrigin, link: parseLink, reset: parseReset },
  "/sign-up": { from: parseOrigin },
} satisfies Record<string, PageQuery>;

/** What a page's parameters are taken for. */
export function readPageQuery<Query extends PageQuery>(query: Query, given: URLSearchParams) {
  const values = Object.entries(query).map(([name, parse]) => [name, parse(given.get(name), given.getAll(name))]);
  return Object.fromEntries(values) as { [Name in keyof Query]: ReturnType<Query[Name]> };
}

function parseFilterParameter(_: string | null, values: string[]) {
  const filters = parseFilters(values);
  return filters.length > 0 ? filters : undefined;
}

/** The page of a list that a query asks for; undefined for the first one. */
export function readPageNumber(given: URLSearchParams) {
  return parsePage(given.get("page"));
}

/** The page of a list that an address asks for; undefined for the first one. */
function parsePage(value: string | null) {
  return value !== "1" && /^[1-9]\d{0,8}$/.test(value ?? "") ? Number(value) : undefined;
}

/** Whether the link that led here was too old. */
function parseLink(value: string | null) {
  return value === "expired" ? value : undefined;
}

/** Whether the reset dialog is open without JavaScript. */
function parseReset(value: string | null) {
  return value === null ? undefined : "";
}
