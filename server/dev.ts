import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import { createHttp } from "./http/http.ts";
import { projectFolder } from "./process/config.ts";
import { start } from "./process/start.ts";

await start(async ({ shop, config, server, metrics }) => {
  const vite = await createServer({
    root: projectFolder,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
  const http = getRequestListener(createHttp({ shop, build, mode: "development", config, metrics }).fetch);
  const { routes } = await build();
  return {
    routes: Object.values(routes).filter((route) => route !== undefined),
    listener: (request, response) => vite.middlewares(request, response, () => http(request, response)),
  };
});
