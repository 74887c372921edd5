import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import routes from "../app/routes.ts";
import { projectFolder } from "./config.ts";
import { createHttp } from "./http.ts";
import { start } from "./start.ts";

await start(async ({ shop, config, server, metrics }) => {
  const vite = await createServer({
    root: projectFolder,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
  const http = getRequestListener(createHttp({ shop, build, mode: "development", config, metrics }).fetch);
  return {
    routes,
    listener: (request, response) => vite.middlewares(request, response, () => http(request, response)),
  };
});
