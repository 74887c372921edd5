import { createHash } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { readPictureSources } from "#shop/pictures/picture-sources.ts";
import type { Shop } from "#shop/shop.ts";
import { renderWhole } from "#web/render-whole.server.ts";
import { shopContext } from "#web/request-context.ts";
import { writeHydrationData } from "./hydration/hydration-data.server.ts";
import { PageScripts } from "./hydration/page-scripts.tsx";

/** Renders a page in one piece: it has a length, no streaming scripts, and a policy that names its scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const pictures = status < 500 ? await findPictureSources(loadContext.get(shopContext)) : [];
  const inline = new Set<string>();
  const hydrationData = await writeHydrationData(context);
  const { serverHandoffStream: _, ...rendered } = context;
  const page = await renderWhole(
    <PageScripts value={{ inline, hydrationData }}>
      <ServerRouter context={withMatchedRoutes(rendered)} url={request.url} />
    </PageScripts>,
    request.signal,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.PROD) headers.set("Content-Security-Policy", contentSecurityPolicy(inline, pictures));
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}

/** Leaves out the routes that a page isn't made of: React Router makes several objects of each route that it is given, for every page. */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const pick = <Value,>(byId: Record<string, Value>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => ids.has(id)));
  return { ...context, manifest: { ...manifest, routes: pick(manifest.routes) }, routeModules: pick(routeModules) };
}

/** Logs unexpected errors, but neither unknown pages nor visitors who left. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(shopContext).log("Request failed", error);
};

/** The other hosts whose pictures the shop's pages may show. */
async function findPictureSources({ db, settings }: Shop) {
  // An image host names a picture's address only when it is uploaded, after the page has got its policy.
  return settings.imageUploadUrl ? ["http:", "https:"] : readPictureSources(db);
}

/** @param pictures other hosts of pictures, for all pages: navigation shows them in the document of the first one (docs/decisions/0086) */
function contentSecurityPolicy(inlineScripts: Set<string>, pictures: string[]) {
  const hashes = Array.from(
    inlineScripts,
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "worker-src 'self'",
    ["img-src 'self' data: blob:", ...pictures].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
