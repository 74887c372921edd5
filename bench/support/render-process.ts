import { join } from "node:path";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import { openShop } from "#shop/open-shop.ts";
import { projectFolder, readConfig } from "../../server/config.ts";
import { clientAddressContext, shopContext } from "../../server/request-context.ts";

/**
 * The limit of rendering: the tree of a shop's page, made into text by React again and again, without anything of what the shop does to
 * come by it. It is told the path, the cookie, and for how many milliseconds, and prints how many pages it made in a second.
 */
const [path = "", cookie = "", milliseconds = ""] = process.argv.slice(2);
const config = readConfig(process.env);
const shop = await openShop(config, () => {});
const build: ServerBuild = await import(join(projectFolder, "build/server/index.js"));
const { context, url } = await treeOf(path);
await shop.db.destroy();

const render = () => renderToString(createElement(ServerRouter, { context, url }));
for (let warm = 0; warm < 1000; warm++) render();
const end = performance.now() + Number(milliseconds);
const cpu = process.cpuUsage();
let count = 0;
for (; performance.now() < end; count++) render();
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    pagesPerSecond: (1000 * count) / Number(milliseconds),
    cpuMilliseconds: (user + system) / 1000 / count,
  }),
);

/** What the shop's own rendering is given for a page; without the data for the browser, which is text already. */
async function treeOf(path: string) {
  let seen: { context: EntryContext; url: string } | undefined;
  const handleRequest: ServerBuild["entry"]["module"]["default"] = (request, status, headers, context) => {
    seen = { context: { ...context, serverHandoffStream: undefined }, url: request.url };
    return Promise.resolve(new Response("", { status, headers }));
  };
  const provided = new RouterContextProvider();
  provided.set(shopContext, shop);
  provided.set(clientAddressContext, "");
  const module = { ...build.entry.module, default: handleRequest };
  const handler = createRequestHandler({ ...build, entry: { module } }, "production");
  await handler(new Request(config.shopUrl + path, { headers: { cookie } }), provided);
  if (!seen) throw new Error(`${path} is no page`);
  return seen;
}
