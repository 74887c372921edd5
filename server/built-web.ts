import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { pageQueries } from "#web/page-queries.ts";
import { clientKey } from "./http/client-address.ts";
import { endpoints } from "./http/endpoints.ts";
import { createHttp } from "./http/http.ts";
import { createHostCheck } from "./http/known-hosts.ts";
import { createOutageLog } from "./http/outages.ts";
import { refuseRequest } from "./http/refuse-request.ts";
import { createRequestScheduler } from "./http/request-scheduler.ts";
import { repeatsHeader } from "./http/single-headers.ts";
import { listStaticFiles } from "./http/static-files.ts";
import { probePaths } from "./observability/probe-paths.ts";
import { createFindPageAddress } from "./page-cache/page-address.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import type { Opened, Web } from "./process/serve.ts";

/** Answers requests in production: the page cache, then the built pages. */
export async function createBuiltWeb({ shop, config, server, metrics, stop }: Opened): Promise<Web> {
  const build: ServerBuild = await import("#build/server/index.js");
  // Most processes never need it.
  const ownerBuild = (): Promise<ServerBuild> => import("#build/owner/server/index.js");
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const isForThisShop = createHostCheck(config);
  const logOutage = createOutageLog(shop);
  const pages = createPageCache(shop, createFindPageAddress(routes, pageQueries), logOutage);
  const runInTurn = await createQueues({ config, server });
  const http = createHttp({ shop, build, ownerBuild, mode: "production", config, pages, metrics, stop, logOutage });
  const answer = getRequestListener(
    (request, env) => runInTurn(env as HttpBindings, async () => http.fetch(request, env)),
    // For HTTP/1.0 without Host, as load balancers' simplest checks send.
    { hostname: "localhost" },
  );
  return {
    routes,
    answerAtOnce(request, response, requestId) {
      // What the listener refuses isn't looked for.
      if (repeatsHeader(request) || !isForThisShop(request)) return false;
      const isAnswered = pages.answerAtOnce(request, response, requestId);
      if (isAnswered) metrics?.notePageFromMemory();
      return isAnswered;
    },
    async listener(request, response) {
      if (repeatsHeader(request)) refuseRequest(response, 400);
      // RFC 9110, section 15.5.20
      else if (!isForThisShop(request)) refuseRequest(response, 421);
      else if (await pages.answer(request, response)) metrics?.notePageFromMemory();
      else await answer(request, response);
    },
  };
}

/** Endpoints take far less time than pages. */
const endpointPaths = new RegExp(`^(${endpoints.map(({ path }) => path.replace(/:\w+/g, "[^/]+")).join("|")})$`);

/** What programs call. */
const apiPaths = /^\/(api|ucp|feeds|sitemap\.xml|\.well-known\/ucp)(\/|$)/;

/** Static files, endpoints, programs and pages each have a queue; probes don't wait. */
async function createQueues({ config: { trustedProxies }, server }: Pick<Opened, "config" | "server">) {
  const create = (limits = {}) =>
    createRequestScheduler(server, (request) => clientKey(request, trustedProxies), limits);
  const queues = {
    files: create({ sliceMs: 5 }),
    endpoints: create({ sliceMs: 5 }),
    programs: create({ sliceMs: 5 }),
    pages: create(),
  };
  const files = await listStaticFiles();
  const kindOf = (path: string) => {
    if (files.has(path)) return "files";
    if (apiPaths.test(path)) return "programs";
    return endpointPaths.test(path) ? "endpoints" : "pages";
  };
  return async ({ incoming, outgoing }: HttpBindings, answer: () => Promise<Response>) => {
    const [path = ""] = incoming.url?.split("?", 1) ?? [];
    if (probePaths.includes(path)) return answer();
    // The client hung up before its turn.
    return (await queues[kindOf(path)](incoming, outgoing, answer)) ?? new Response();
  };
}
