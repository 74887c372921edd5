import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { projectFolder } from "./config.ts";
import { createHttp } from "./http.ts";
import { createPageCache } from "./page-cache.ts";
import { start } from "./start.ts";

await start(async ({ shop, config, metrics }) => {
  const pages = createPageCache(shop);
  const build: ServerBuild = await import(pathToFileURL(join(projectFolder, "build/server/index.js")).href);
  const http = getRequestListener(createHttp({ shop, build, mode: "production", config, pages, metrics }).fetch);
  return {
    routes: Object.values(build.routes).filter((route) => route !== undefined),
    async listener(request, response) {
      if (await pages.answer(request, response)) metrics?.notePageFromMemory();
      else await http(request, response);
    },
  };
});
