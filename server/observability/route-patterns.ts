import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject } from "react-router";

/** Characters of the paths that are remembered. */
const capacity = 256 * 1024;

/** Of a route only what says where it is. */
export type RoutePlace = Pick<RouteObject, "path" | "index">;

/** Addresses that the server answers itself. */
const own: RoutePlace[] = [
  { path: "healthz" },
  { path: "metrics" },
  { path: "orders" },
  { path: "cart/goods" },
  { path: "cart/saved" },
  { path: "owner" },
  { path: "owner/:screen/*" },
];

/** Finds the pattern of the route that a path leads to, such as `/products/:id`; `*` where there is none. */
export type FindPattern = (path: string) => string;

/** @param routes the web's routes, none of which is within another one's path */
export function createFindPattern(routes: RoutePlace[]): FindPattern {
  const all = [...own, ...routes].map(({ path, index }) => ({ path, index }) as RouteObject);
  const found = new LRUCache<string, string>({
    maxSize: capacity,
    sizeCalculation: (_pattern, path) => path.length + 1,
    memoMethod: (path) => {
      // React Router's browser half asks for the data of a page there.
      const page = path.replace(/(?<=\/)_\.data$|\.data$/, "");
      const [matched] = matchRoutes(all, page) ?? [];
      return !matched || matched.route.path === "*" ? "*" : `/${matched.route.path ?? ""}`;
    },
  });
  return (path) => found.memo(path);
}
