import { createHash, randomUUID } from "node:crypto";
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
import { badgeScript, emptyCartScript } from "./cart/cart-storage.ts";
import earlyScript from "./hydration/early-script.ts?inline-script";
import { finishScripts } from "./hydration/page-scripts.server.ts";

/** The scripts that pages may contain (`InlineScript`). */
const inlineScripts = [earlyScript, badgeScript, emptyCartScript];

/** Renders a page in one piece: it has a length, no streaming scripts, and a policy that names its scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const pictures = status < 500 ? await findPictureSources(loadContext.get(shopContext)) : [];
  const nonce = randomUUID();
  const rendered = await renderWhole(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    request.signal,
    { nonce },
  );
  const { page, scripts } = finishScripts(rendered, nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.PROD)
    headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy(
        [...inlineScripts.filter((script) => page.includes(`<script>${script}<`)), ...scripts],
        pictures,
      ),
    );
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
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
function contentSecurityPolicy(ownScripts: string[], pictures: string[]) {
  const hashes = Array.from(
    new Set(ownScripts),
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    ["img-src 'self' data: blob:", ...pictures].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
