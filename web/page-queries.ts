import { parseFilters } from "#shop/catalog/filters/filters.ts";
import { parseSort } from "#shop/catalog/lists/sorts.ts";
import { parseSearchText } from "#shop/text/search-words.ts";
import { parseOrigin } from "./origin.ts";

/**
 * The query parameters that a page reads, each with its parser, which gets the first value and all values. Undefined means the same as no parameter.
 */
export type PageQuery = Record<
  string,
  (value: string | null, values: string[]) => string | number | string[] | undefined
>;

/**
 * The public pages by route path, with all query parameters that they read on the server and in the browser. The page cache ignores any others.
 * See docs/decisions/0084.
 */
export const pageQueries = {
  "/": {},
  "/about": {},
  "/contact": {},
  "/categories": {},
  "/products": { q: parseSearchText, filter: parseFilterParameter, sort: parseSort, page: parsePage },
  "/products/:id": {},
  // Without JavaScript, the page says of shared items only that they need it.
  "/cart": { add: parsePresence, changed: parseText, removed: parseText },
  // `reset` opens its dialog without JavaScript.
  "/sign-in": { from: parseOrigin, link: parseLink, reset: parsePresence },
  "/sign-up": { from: parseOrigin },
} satisfies Record<string, PageQuery>;

/** Parses the parameters of a page. */
export function readPageQuery<Query extends PageQuery>(query: Query, given: URLSearchParams) {
  const values = Object.entries(query).map(([name, parse]) => [name, parse(given.get(name), given.getAll(name))]);
  return Object.fromEntries(values) as { [Name in keyof Query]: ReturnType<Query[Name]> };
}

function parseFilterParameter(_: string | null, values: string[]) {
  const filters = parseFilters(values);
  return filters.length > 0 ? filters : undefined;
}

/** The page number of a list; undefined for the first page. */
export function readPageNumber(given: URLSearchParams) {
  return parsePage(given.get("page"));
}

/** The page number of a list; undefined for the first page. */
function parsePage(value: string | null) {
  return value !== "1" && /^[1-9]\d{0,8}$/.test(value ?? "") ? Number(value) : undefined;
}

/** Which link led here: one that has expired, one whose sign-in ended, or one that verified an email. */
function parseLink(value: string | null) {
  return ["expired", "ended", "verified"].find((link) => link === value);
}

/** What the page itself checks. */
function parseText(value: string | null) {
  return value ?? undefined;
}

/** Whether a parameter is there at all. */
function parsePresence(value: string | null) {
  return value === null ? undefined : "";
}
