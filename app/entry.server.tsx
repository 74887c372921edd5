import { createHash, randomUUID } from "node:crypto";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { readPictureSources } from "#shop/catalog/picture-sources.ts";
import type { Shop } from "#shop/shop.ts";
import { shopContext } from "#web/request-context.ts";
import { badgeScript, emptyCartScript } from "./cart/cart-storage.ts";
import earlyScript from "./hydration/early-script.ts?inline-script";
import { findOwnScripts } from "./hydration/own-scripts.server.ts";
import { restoredPageScript } from "./hydration/restored-page.ts";
import { renderWhole } from "./render-whole.server.ts";

/** What pages run where it stands (`InlineScript`); each has only some of them. */
const inlineScripts = [earlyScript, badgeScript, emptyCartScript, restoredPageScript];

/** Renders a page whole, so that it has a length, no streaming scripts, and a policy that names its own scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const pictures = status < 500 ? await findPictureSources(loadContext.get(shopContext)) : [];
  const mark = randomUUID();
  const marked = await renderWhole(
    <ServerRouter context={context} url={request.url} nonce={mark} />,
    request.signal,
    mark,
  );
  const { page, scripts } = findOwnScripts(marked, mark);
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

/** Unexpected errors are for the log; unknown pages and visitors who went away are not unexpected. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(shopContext).log("Request failed", error);
};

/** Where the shop's pages may show pictures from, beside the shop itself. */
async function findPictureSources({ db, settings }: Shop) {
  // An image host says where customers' pictures are when they are uploaded, in a page that is there already.
  return settings.imageUploadUrl ? ["http:", "https:"] : readPictureSources(db);
}

/** @param pictures where pictures may come from, beside the shop itself: whatever page came first, others follow it in the same document */
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
