import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { renderWhole } from "#web/render-whole.server.ts";
import { shopContext } from "#web/request-context.ts";

/** Only the enhancements run as scripts. Product pictures may have any URL. See docs/decisions/0134. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: http: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders an owner's screen. Its answers are never cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  _loadContext: RouterContextProvider,
) {
  const page = await renderWhole(<ServerRouter context={context} url={request.url} />, request.signal, [
    context.manifest.entry.module,
  ]);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.PROD) headers.set("Content-Security-Policy", contentSecurityPolicy);
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(shopContext).log("Request failed", error);
};
