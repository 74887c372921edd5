import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { pageQueries } from "#web/page-queries.ts";
import { createHttp } from "./http/http.ts";
import { answerMisdirected, createHostCheck } from "./http/known-hosts.ts";
import { createFindPageAddress } from "./page-cache/page-address.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import type { Opened, Web } from "./process/serve.ts";

/** What answers requests in production: the pages as they were built, and the cache before them. */
export async function createBuiltWeb({ shop, config, metrics }: Opened): Promise<Web> {
  const build: ServerBuild = await import("#build/server/index.js");
  // Most processes are never asked for it.
  const ownerBuild = (): Promise<ServerBuild> => import("#build/owner/server/index.js");
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const isForThisShop = createHostCheck(config);
  const pages = createPageCache(shop, createFindPageAddress(routes, pageQueries));
  const http = getRequestListener(
    createHttp({ shop, build, ownerBuild, mode: "production", config, pages, metrics }).fetch,
  );
  return {
    routes,
    async listener(request, response) {
      if (!isForThisShop(request)) answerMisdirected(response);
      else if (await pages.answer(request, response)) metrics?.notePageFromMemory();
      else await http(request, response);
    },
  };
}
