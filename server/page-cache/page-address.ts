import { productAddress, readProductId } from "#shop/catalog/product-address.ts";
import { type PageQuery, readPageQuery } from "#web/page-queries.ts";

/** Of a route of React Router's build only what is needed here. */
interface Route {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

const productPattern = "/products/:id";

/**
 * Finds the one address of the public page that a request asks for, or of that page's data (`.data`): parameters that the page doesn't
 * read are gone, as are values that mean nothing to it, and the others stand in the page's own order.
 *
 * @param routes those of React Router's build
 * @param queries what the public ones of them read of the query, by their paths
 * @returns undefined for what is no public page, and for paths that lead to one but aren't its own
 */
export function createFindPageAddress(routes: Route[], queries: Record<string, PageQuery>) {
  const pages = new Map<string, { query: PageQuery; routeIds: string[] }>();
  for (const { id, parentId, path = "" } of routes) {
    const query = queries[`/${path}`];
    // The root has no path either, but no page of its own.
    if (query && parentId) pages.set(`/${path}`, { query, routeIds: [parentId, id] });
  }

  return (url: string) => {
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
      // React Router asks for the data of some of the page's routes alone.
      const loaded = page.routeIds.filter((id) => wanted.split(",").includes(id));
      if (loaded.length === 0) return undefined;
      known.set("_routes", loaded.join(","));
    }
    return known.size > 0 ? `${asked}?${known}` : asked;
  };
}

export type FindPageAddress = ReturnType<typeof createFindPageAddress>;

function isProductPage(path: string) {
  const id = readProductId(path);
  return id !== undefined && productAddress(id) === path;
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}
