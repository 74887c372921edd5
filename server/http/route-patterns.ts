import { matchRoutes, type RouteObject } from "react-router";
import { ucpPaths } from "#api/ucp/rest.ts";
import { apiPaths } from "#api/v1/api.ts";
import { remember } from "#shop/text/remember.ts";
import { probePaths } from "../observability/probe-paths.ts";
import { endpoints } from "./endpoints.ts";

/** Characters of cached paths and their patterns. */
const capacity = 256 * 1024;

/** The part of a route that says where it is. */
export type RoutePlace = Pick<RouteObject, "path" | "index">;

/** Paths outside the shop's own pages. */
const other: RoutePlace[] = [
  ...[...probePaths, ...endpoints.map(({ path }) => path), ...apiPaths, ...ucpPaths].map((path) => ({
    path: path.slice(1),
  })),
  { path: "owner" },
  { path: "owner/:screen/*" },
];

/** Finds the pattern of a path's route, such as `/products/:id`, or `*`. See docs/decisions/0032. */
export type FindPattern = (path: string) => string;

/** @param routes routes that aren't nested */
export function createFindPattern(routes: RoutePlace[]): FindPattern {
  const all = [...other, ...routes].map(({ path, index }) => ({ path, index }) as RouteObject);
  return remember(capacity, (path) => {
    // React Router in the browser requests a page's data there.
    const page = path.replace(/(?<=\/)_\.data$|\.data$/, "");
    const [matched] = matchRoutes(all, page) ?? [];
    return !matched || matched.route.path === "*" ? "*" : `/${matched.route.path ?? ""}`;
  });
}
