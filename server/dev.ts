import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer, type ViteDevServer } from "vite";
import { createHttp } from "./http/http.ts";
import { projectFolder } from "./process/config.ts";
import { start } from "./process/start.ts";

await start(async ({ shop, config, server, metrics }) => {
  const vite = await createServer({
    root: projectFolder,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // Its screens have no scripts, so that nothing in them could be replaced while they are shown.
  const ownerVite = await createServer({
    root: join(projectFolder, "owner"),
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  const build = () => loadBuild(vite);
  const ownerBuild = () => loadBuild(ownerVite);
  const http = getRequestListener(createHttp({ shop, build, ownerBuild, mode: "development", config, metrics }).fetch);
  const { routes } = await build();
  return {
    routes: Object.values(routes).filter((route) => route !== undefined),
    listener(request, response) {
      const { url } = request;
      const { middlewares } = url?.startsWith("/owner/") ? ownerVite : vite;
      middlewares(request, response, () => {
        request.url = url;
        http(request, response);
      });
    },
  };
});

function loadBuild(vite: ViteDevServer) {
  return vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
}
