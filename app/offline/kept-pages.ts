/** What the service worker keeps, and pages read: the names of its caches, and what it notes of each page. See docs/decisions/0396. */

/** The beginning of the name of the cache with one visitor's pages. */
const pagesCache = "kept-pages-";
/** The cache with the scripts and styles of these pages. */
export const filesCache = "kept-files";
/** Headers that the worker adds to a kept page. */
export const keptPathHeader = "kept-path";
export const keptAtHeader = "kept-at";
export const keptTitleHeader = "kept-title";
export const keptFilesHeader = "kept-files";
export const keptBytesHeader = "kept-bytes";

/** What a page tells the worker after a sign-out that the worker hasn't seen. */
export const forgetMessage = "forget pages";

/** The page for what isn't kept. */
export const offlinePath = "/offline";
export const cartPath = "/cart";

export type PageKind = "cart" | "product" | "receipt" | "offline";

const kinds: Record<PageKind, RegExp> = {
  cart: /^\/cart$/,
  offline: /^\/offline$/,
  product: /^\/products\/[^/]+$/,
  receipt: /^\/order-confirmation\/[^/]+$/,
};

/** The kind of a page that may be kept, by its path; undefined for all others. */
export function kindOf(path: string): PageKind | undefined {
  return (Object.keys(kinds) as PageKind[]).find((kind) => kinds[kind].test(path));
}

export interface KeptPage {
  path: string;
  kind: PageKind;
  /** As HTML, with the shop's name. */
  title: string;
  /** When it was last seen with a connection, in milliseconds since 1970. */
  keptAt: number;
  /** Of the page itself. */
  bytes: number;
  /** The addresses of its scripts and styles. */
  files: string[];
}

/** As long as a session lasts that isn't used: after that, nobody may be signed in to this browser. */
const longestKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Whether a page that was kept then may still be shown. */
export function isCurrent(keptAt: number) {
  return Date.now() - keptAt < longestKeptMs;
}

/** All kept pages, the last seen first. @throws where the browser has no caches, or refuses them */
export async function readKeptPages(): Promise<KeptPage[]> {
  const name = await findPagesCache();
  if (!name) return [];
  const pages = await (await caches.open(name)).matchAll();
  return pages.flatMap(describe).sort((one, other) => other.keptAt - one.keptAt);
}

/** The name of the cache with pages. Two of them would mean that clearing the former visitor's was cut off, so neither counts. */
export async function findPagesCache() {
  const names = await pagesCaches();
  return names.length === 1 ? names[0] : undefined;
}

/** Removes kept pages. @param except whose pages stay */
export async function deletePages(except?: string) {
  const kept = except === undefined ? undefined : pagesCacheOf(except);
  const names = await pagesCaches();
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
}

/** The name of the cache with the pages that were shown to someone. */
export function pagesCacheOf(shownTo: string) {
  return pagesCache + shownTo;
}

async function pagesCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(pagesCache));
}

function describe({ headers }: Response): KeptPage[] {
  const read = (name: string) => headers.get(name) ?? "";
  const path = read(keptPathHeader);
  const kind = kindOf(path);
  if (!kind) return [];
  const title = decodeURIComponent(read(keptTitleHeader));
  const files = read(keptFilesHeader).split(" ");
  return [{ path, kind, title, keptAt: Number(read(keptAtHeader)), bytes: Number(read(keptBytesHeader)), files }];
}
