import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { pageQueries } from "#web/page-queries.ts";
import { clientKey } from "./http/client-address.ts";
import { createHttp } from "./http/http.ts";
import { answerMisdirected, createHostCheck } from "./http/known-hosts.ts";
import { createRequestTurns } from "./http/request-turns.ts";
import { listStaticFiles } from "./http/static-files.ts";
import { createFindPageAddress } from "./page-cache/page-address.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import type { Opened, Web } from "./process/serve.ts";

/** What answers requests in production: the pages as they were built, and the cache before them. */
export async function createBuiltWeb({ shop, config, server, metrics }: Opened): Promise<Web> {
  const build: ServerBuild = await import("#build/server/index.js");
  // Most processes are never asked for it.
  const ownerBuild = (): Promise<ServerBuild> => import("#build/owner/server/index.js");
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const isForThisShop = createHostCheck(config);
  const pages = createPageCache(shop, createFindPageAddress(routes, pageQueries));
  const inTurn = await createTurns({ config, server });
  const http = createHttp({ shop, build, ownerBuild, mode: "production", config, pages, metrics });
  const answer = getRequestListener((request, env) =>
    inTurn(env as HttpBindings, async () => http.fetch(request, env)),
  );
  return {
    routes,
    async listener(request, response) {
      if (!isForThisShop(request)) answerMisdirected(response);
      else if (await pages.answer(request, response)) metrics?.notePageFromMemory();
      else await answer(request, response);
    },
  };
}

/** Small answers of the server itself; pages take far longer. */
const calls = /^\/(orders|search-suggestions|brands|cart\/(saved|goods)|payments\/\w+|pictures\/uploaded\/.*)$/;
const probes = /^\/(healthz|metrics)$/;

/** Static files, small answers and pages don't wait for each other, and probes wait for nothing. */
async function createTurns({ config: { trustedProxies }, server }: Pick<Opened, "config" | "server">) {
  const create = (limits = {}) => createRequestTurns(server, (request) => clientKey(request, trustedProxies), limits);
  const inTurn = { files: create(), calls: create({ slots: 16 }), pages: create() };
  const files = await listStaticFiles();
  const kindOf = (path: string) => (files.has(path) ? "files" : calls.test(path) ? "calls" : "pages");
  return async ({ incoming, outgoing }: HttpBindings, answer: () => Promise<Response>) => {
    const [path = ""] = incoming.url?.split("?", 1) ?? [];
    if (probes.test(path)) return answer();
    // Nobody reads the answer to a client that hung up.
    return (await inTurn[kindOf(path)](incoming, outgoing, answer)) ?? new Response();
  };
}
