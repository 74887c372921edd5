import { Hono } from "hono";
import { etag } from "hono/etag";
import { themeStyles } from "#shop/appearance/accent.ts";
import type { Shop } from "#shop/shop.ts";
import type { ApiEnv, ApiOptions } from "../api-env.ts";
import { createAdmit } from "./admit.ts";
import { answerRoute, sendProblem } from "./answer-route.ts";
import { describeApi, type OpenApi } from "./openapi.ts";
import { Problem } from "./problems.ts";
import { referencePage } from "./reference/page.ts";
import { resources } from "./resources.ts";

const routes = resources.flatMap((resource) => resource.routes);

const routePaths = [...new Set(routes.map(({ path }) => honoPath(path)))];
/** Everything that the API answers, as Hono writes it. */
export const apiPaths = ["/api", "/api/openapi.json", ...routePaths];

/** Answers `/api`: the owner's programs. */
export function createApi(options: ApiOptions) {
  const { shop } = options;
  const api = new Hono<ApiEnv>();
  const admit = createAdmit(options);
  for (const route of routes) api.on(route.method, honoPath(route.path), answerRoute(route, shop, admit));
  const document = documentOf(shop);
  api.get("/api/openapi.json", etag(), (context) => {
    // Anyone's tools may read it.
    for (const name of ["Access-Control-Allow-Origin", "Timing-Allow-Origin"]) context.header(name, "*");
    context.header("Cross-Origin-Resource-Policy", "cross-origin");
    context.header("Cache-Control", "public, max-age=60");
    return context.json(document());
  });
  api.get("/api", etag(), (context) => {
    const { shopName, appearance } = shop.settings;
    const accent = appearance.accent && themeStyles({ accent: appearance.accent });
    context.header("Cache-Control", "public, max-age=60");
    return context.html(referencePage(document(), { shopName, accent }));
  });
  for (const path of routePaths) {
    const methods = routes.filter((route) => honoPath(route.path) === path).map(({ method }) => method);
    const headers = { Allow: methods.join(", ") };
    api.all(path, (context) => sendProblem(context, shop, new Problem("no-method", { headers })));
  }
  api.all("/api/*", (context) => sendProblem(context, shop, new Problem("not-found")));
  return api;
}

/** Gives the API's document. To make it takes as long as a page, so it is made again only when the shop's name changes. */
function documentOf({ settings }: Pick<Shop, "settings">) {
  let made: { shopName: string; document: OpenApi } | undefined;
  return () => {
    const { shopName } = settings;
    if (made?.shopName !== shopName) made = { shopName, document: describeApi(resources, settings) };
    return made.document;
  };
}

/** `/products/{id}` as `/api/v1/products/:id`. */
function honoPath(path: string) {
  return `/api/v1${path.replace(/\{(\w+)\}/g, ":$1")}`;
}
