import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import { projectFolder } from "./config.ts";
import { createHttp } from "./http.ts";
import { start } from "./start.ts";

await start(async (shop, { trustedProxies }, server) => {
  const vite = await createServer({
    root: projectFolder,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
  const listener = getRequestListener(createHttp({ shop, build, mode: "development", trustedProxies }).fetch);
  return (request, response) => vite.middlewares(request, response, () => listener(request, response));
});
