import { remember } from "#shop/text/remember.ts";
import { productAddress, readProductSegment } from "#shop/values/product-address.ts";
import { type PageQuery, readPageQuery } from "#web/page-queries.ts";

/** The part of a route that is needed here. */
interface Route {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

const productPattern = "/products/:id";
/** Characters of remembered URLs and their addresses. */
const capacity = 256 * 1024;

/**
 * Finds the canonical URL of the public page that a request asks for, or of that page's data (`.data`): only parameters and values that the page
 * reads, in the page's own order.
 *
 * @param routes those of React Router's build
 * @param queries the parameters that public pages read, by path
 * @returns undefined for other pages, and for a public page's path in another spelling
 */
export function createFindPageAddress(routes: Route[], queries: Record<string, PageQuery>) {
  const pages = new Map<string, { query: PageQuery; routeIds: string[] }>();
  for (const { id, parentId, path = "" } of routes) {
    const query = queries[`/${path}`];
    // The root route has no path either, but isn't a page.
    if (query && parentId) pages.set(`/${path}`, { query, routeIds: [parentId, id] });
  }

  function readAddress(url: string) {
    const [asked = "", query] = splitAt(url, "?");
    const path = asked === "/_.data" ? "/" : asked.replace(/\.data$/, "");
    const page = isProductPage(path) ? pages.get(productPattern) : path !== productPattern && pages.get(path);
    if (!page) return undefined;
    if (query === undefined) return asked;
    const given = new URLSearchParams(query);
    const known = new URLSearchParams();
    for (const [name, value = []] of Object.entries(readPageQuery(page.query, given))) {
      for (const one of [value].flat()) known.append(name, String(one));
    }
    const wanted = path === asked ? null : given.get("_routes");
    if (wanted) {
      // React Router may request the data of some of the page's routes.
      const loaded = page.routeIds.filter((id) => wanted.split(",").includes(id));
      if (loaded.length === 0) return undefined;
      known.set("_routes", loaded.join(","));
    }
    return known.size > 0 ? `${asked}?${known}` : asked;
  }

  return remember(capacity, readAddress);
}

export type FindPageAddress = ReturnType<typeof createFindPageAddress>;

function isProductPage(path: string) {
  const segment = readProductSegment(path);
  return segment !== undefined && productAddress({ id: segment }) === path;
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}
