import type { RequestHandler, RouterContextProvider } from "react-router";
import type { Shop } from "#shop/shop.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import { withLinksInTabs } from "#web/links-in-tabs.ts";
import type { Preview } from "#web/owner-context.ts";
import { homeContentContext, shopContext } from "#web/request-context.ts";

/**
 * Nothing in the frame runs, is sent or leads away, wherever it is opened: `sandbox` blocks scripts, forms and new windows, and the page's base
 * opens each link in one. With its own origin, the page may load its fonts, and the editor may write into it.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'none'",
  "img-src 'self' data: blob: http: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin",
].join("; ");

interface PreviewRendering {
  shop: Shop;
  renderPage: RequestHandler;
  /** The context for loaders. */
  provided: RouterContextProvider;
  /** The address that the preview was asked for at. */
  url: string;
}

/** Renders a page of the shop for the preview of its appearance: with other looks, without scripts, as visitors without a session see it. See docs/decisions/0388. */
export async function renderPreview(
  { shop, renderPage, provided, url }: PreviewRendering,
  { path, looks, homeContent, signal }: Preview,
): Promise<Response> {
  provided.set(shopContext, { ...shop, settings: { ...shop.settings, ...looks } });
  provided.set(homeContentContext, homeContent ?? null);
  provided.set(cacheabilityContext, {});
  const page = await renderPage(new Request(new URL(path, url), { signal }), provided);
  return new Response(withLinksInTabs(withoutScripts(await page.text())), {
    status: page.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy,
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}

/** React escapes "<" in everything but the scripts themselves, which never have "</script". */
function withoutScripts(html: string) {
  return html.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, "");
}
