import { createHash, randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { shopContext } from "#server/request-context.ts";
import { badgeScript } from "./cart/cart-storage.ts";
import { comeAliveWhenSeen } from "./come-alive.server.ts";
import { findOwnScripts } from "./own-scripts.server.ts";

/** Renders a page whole, so that it has a length, no streaming scripts, and a policy that names its own scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  _loadContext: RouterContextProvider,
) {
  const mark = randomUUID();
  const marked = await render(<ServerRouter context={context} url={request.url} nonce={mark} />, mark, request.signal);
  const { page, scripts } = findOwnScripts(marked, mark);
  const { html, late } = comeAliveWhenSeen(`<!DOCTYPE html>${page.replace(/^<!DOCTYPE html>/i, "")}`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.PROD)
    headers.set("Content-Security-Policy", contentSecurityPolicy([badgeScript, ...scripts, late]));
  return new Response(request.method === "HEAD" ? null : html, { status, headers });
}

/** Unexpected errors are for the log; unknown pages and visitors who went away are not unexpected. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(shopContext).log("Request failed", error);
};

function render(page: React.ReactElement, nonce: string, signal: AbortSignal) {
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collected = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        signal.removeEventListener("abort", giveUp);
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collected),
      onShellError: reject,
    });
    // Node keeps a signal, and with it the whole request, for as long as somebody listens.
    const giveUp = () => abort(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}

function contentSecurityPolicy(ownScripts: string[]) {
  const hashes = Array.from(
    new Set(ownScripts),
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    // Imported catalogs may show pictures from anywhere.
    "img-src 'self' data: blob: http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
