/** What the service worker keeps, and pages read: the names of its caches, and what it notes of each page. See docs/decisions/0470. */

/** The beginning of the name of the cache with one visitor's pages. It ends with whom they were shown to. */
export const pagesCache = "kept-pages-";
/** The cache with the scripts and styles of these pages. */
export const filesCache = "kept-files";
/** Headers that the worker adds to a kept page. */
export const keptAtHeader = "kept-at";
export const keptTitleHeader = "kept-title";
export const keptFilesHeader = "kept-files";
export const keptBytesHeader = "kept-bytes";

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
  /** As the shop wrote it, with the shop's name. */
  title: string;
  /** When it was last seen with a connection, in milliseconds since 1970. */
  keptAt: number;
  /** Of the page itself. */
  bytes: number;
  /** The addresses of its scripts and styles. */
  files: string[];
}

/** All kept pages, the last seen first. @throws where the browser has no caches, or refuses them */
export async function readKeptPages(): Promise<KeptPage[]> {
  const name = await findPagesCache();
  if (!name) return [];
  const cache = await caches.open(name);
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname } = new URL(request.url);
      const page = await cache.match(request);
      const kind = kindOf(pathname);
      return page && kind && { path: pathname, kind, ...describe(page.headers) };
    }),
  );
  return pages.filter((page) => page !== undefined).sort((one, other) => other.keptAt - one.keptAt);
}

/** The name of the cache with pages. Two of them would mean that clearing the former visitor's was cut off, so neither counts. */
export async function findPagesCache() {
  const names = (await caches.keys()).filter((name) => name.startsWith(pagesCache));
  return names.length === 1 ? names[0] : undefined;
}

function describe(headers: Headers) {
  return {
    title: decodeURIComponent(headers.get(keptTitleHeader) ?? ""),
    keptAt: Number(headers.get(keptAtHeader)),
    bytes: Number(headers.get(keptBytesHeader)),
    files: (headers.get(keptFilesHeader) ?? "").split(" ").filter(Boolean),
  };
}
