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
import { openShop } from "#shop/open/open-shop.ts";
import { projectFolder, readConfig } from "../../server/environment/config.ts";
import { cacheabilityContext } from "../../web/cacheability.ts";
import { clientAddressContext, shopContext } from "../../web/request-context.ts";

/**
 * The limit of rendering: the tree of a shop's page, made into text by React again and again, without anything of what the shop does
 * to come by it. It answers how many pages that were in a second.
 */
export interface RenderWork {
  path: string;
  cookie: string;
  milliseconds: number;
}

const config = readConfig(process.env);
const shop = await openShop(config, () => {});
const build: ServerBuild = await import(join(projectFolder, "build/server/index.js"));

process.on("message", async ({ path, cookie, milliseconds }: RenderWork) => {
  const { context, url } = await treeOf(path, cookie);
  const end = performance.now() + milliseconds;
  let count = 0;
  for (; performance.now() < end; count++) renderToString(createElement(ServerRouter, { context, url }));
  process.send?.((1000 * count) / milliseconds);
});
process.send?.("ready");

/** What the shop's own rendering is given for a page; without the data for the browser, which is text already. */
async function treeOf(path: string, cookie: string) {
  let seen: { context: EntryContext; url: string } | undefined;
  const handleRequest: ServerBuild["entry"]["module"]["default"] = (request, status, headers, context, loadContext) => {
    seen = { context: { ...context, serverHandoffStream: undefined }, url: request.url };
    // What a page imports on demand has come once the shop has rendered it.
    return build.entry.module.default(request, status, headers, context, loadContext);
  };
  const provided = new RouterContextProvider();
  provided.set(shopContext, shop);
  provided.set(clientAddressContext, "");
  provided.set(cacheabilityContext, {});
  const module = { ...build.entry.module, default: handleRequest };
  const handler = createRequestHandler({ ...build, entry: { module } }, "production");
  await handler(new Request(config.shopUrl + path, { headers: { cookie } }), provided);
  if (!seen) throw new Error(`${path} is no page`);
  return seen;
}
