import type { EntryContext } from "react-router";
import type { HydrationData } from "./hydrate-page.ts";

/**
 * Writes what `hydratePage` needs: a line of JSON, then the loaders' data in React Router's own encoding. It has no tags. See docs/decisions/0190.
 */
export async function writeHydrationData(page: EntryContext) {
  const { manifest, serverHandoffString = "{}", serverHandoffStream, staticHandlerContext } = page;
  const matched = staticHandlerContext.matches
    .map(({ route }) => manifest.routes[route.id])
    .filter((route) => route !== undefined);
  const routes = Object.fromEntries(
    matched.map((route) => {
      const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } = route;
      const parts = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module];
      return [route.id, parts.filter((part) => part !== undefined)];
    }),
  );
  const entry = manifest.entry.module;
  const setUp = [manifest.hmr?.runtime, manifest.url].filter((address) => address !== undefined);
  const imports = [manifest.entry, ...matched].flatMap((module) => module.imports ?? []);
  const preload = Array.from(new Set([...setUp, entry, ...Object.values(routes).flat(), ...imports]));
  const data: HydrationData = { context: JSON.parse(serverHandoffString), setUp, routes, entry, preload };
  return `${JSON.stringify(data)}\n${await new Response(serverHandoffStream).text()}`.replaceAll("<", "\\u003c");
}
