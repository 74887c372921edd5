import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer, type ServerOptions, type ViteDevServer } from "vite";
import { projectFolder } from "../environment/config.ts";
import { createHttp } from "../http/http.ts";
import type { Opened, Web } from "../process/serve.ts";
import { createBrokenAnswers } from "./broken-answers.ts";

/** Answers requests in development with the newest modules, or with their error. */
export async function createDevelopmentWeb({ shop, config, server, metrics, stop }: Opened): Promise<Web> {
  const vite = await createVite(join(projectFolder, "app"), { hmr: { server } });
  const broken = createBrokenAnswers(vite);
  const openOwnerVite = openOnce(async () => {
    // The owner's screens have no scripts, so hot reload can't work there.
    const opened = await createVite(join(projectFolder, "owner"), { hmr: false, ws: false });
    broken.follow(opened);
    return opened;
  });
  const build = async () => broken.noteErrors(await loadBuild(vite));
  const ownerBuild = async () => broken.noteErrors(await loadBuild(await openOwnerVite()));
  const { fetch } = createHttp({ shop, build, ownerBuild, mode: "development", config, metrics, stop });
  const http = getRequestListener((request, env) => broken.replacePage(request, async () => fetch(request, env)));
  return {
    routes: await readRoutes(build),
    async listener(request, response) {
      const { url = "" } = request;
      try {
        const { middlewares } = url.startsWith("/owner/") ? await openOwnerVite() : vite;
        await new Promise((next) => middlewares(request, response, next));
        request.url = url;
        await Promise.all([build(), /^\/owner(?![^/?])/.test(url) && ownerBuild()]);
      } catch (error) {
        return broken.answer(error, response);
      }
      http(request, response);
    },
  };
}

function createVite(root: string, server: ServerOptions) {
  return createServer({ root, appType: "custom", server: { middlewareMode: true, ...server } });
}

function loadBuild(vite: ViteDevServer) {
  return vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
}

/** The routes, for the log. While modules are broken there are none, and Vite shows the error. */
async function readRoutes(build: () => Promise<ServerBuild>) {
  const { routes } = await build().catch(() => ({ routes: {} }) as ServerBuild);
  return Object.values(routes).filter((route) => route !== undefined);
}

/** Opens something on first use, and again if that failed. */
function openOnce<Opened>(open: () => Promise<Opened>) {
  let opened: Promise<Opened> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
