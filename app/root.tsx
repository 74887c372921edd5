import { type ReactNode, Suspense } from "react";
import { Links, Meta, Outlet, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "react-router";
import { ownDelivery } from "#shop/orders/delivery.ts";
import { sellerLines } from "#shop/owners/shop-facts.ts";
import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/root";
import { sessionMiddleware, viewerContext } from "./accounts/session.server.ts";
import styles from "./app.css?url";
import { lazyPart } from "./components/lazy-part.ts";
import { revalidateUnlessFailed } from "./forms/revalidation.ts";
import { ErrorView } from "./frame/error-view.tsx";
import { PageFocus } from "./frame/page-focus.tsx";
import { PendingPage } from "./frame/pending-page.tsx";
import { SiteHeader } from "./frame/site-header.tsx";
import { Toasts } from "./frame/toasts.tsx";
import { type ShopData, useShop } from "./frame/use-shop.ts";
import { DeferredScripts } from "./hydration/deferred-scripts.tsx";
import earlyScript from "./hydration/early-script.ts?inline-script";
import { InlineScript } from "./hydration/inline-script.tsx";
import { restoredPageScript } from "./hydration/restored-page.ts";
import { useHydratedEvent } from "./hydration/use-hydrated-event.ts";
import { failedMeta } from "./meta/page-meta.ts";

const PageEnd = lazyPart(async () => (await import("./frame/page-end.tsx")).PageEnd);

/** Named here, so that what is imported on demand from the shop's scripts doesn't count as having styles of its own. */
export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware];

/** Pages say what they are, and an address that isn't one has its own; this is for pages that broke. */
export function meta(args: Route.MetaArgs) {
  return failedMeta(args);
}

/**
 * Who is signed in changes by forms, and may have ended where a page asks to sign in. Other pages load without it, so that one
 * that can't be had shows its own error, and the rest is quicker.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod } = change;
  const navigating = !formMethod && currentUrl.href !== nextUrl.href;
  return navigating ? nextUrl.pathname === "/sign-in" : revalidateUnlessFailed(change);
}

export function loader({ context }: Route.LoaderArgs): ShopData {
  const { settings } = context.get(shopContext);
  const viewer = context.get(viewerContext);
  const seller = sellerLines(settings);
  const delivery = ownDelivery(settings.delivery);
  return {
    shopName: settings.shopName,
    shopUrl: settings.shopUrl,
    ...(seller && { seller }),
    ...(delivery && { delivery }),
    viewer: viewer && { emailVerified: viewer.emailVerified, imageUrl: viewer.imageUrl },
  };
}

export function Layout({ children }: { children: ReactNode }) {
  useHydratedEvent();
  const { viewer } = useShop();
  return (
    <html lang="en" data-signed-in={viewer ? "" : undefined}>
      <head>
        <InlineScript code={earlyScript} />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineScript code={restoredPageScript} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#191713" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="button button-main sr-only z-50 print:hidden focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <SiteHeader />
        <main id="main" tabIndex={-1} className="grow outline-none">
          {children}
        </main>
        <Suspense>
          <PageEnd />
        </Suspense>
        <Toasts />
        <ScrollRestoration />
        <DeferredScripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <PageFocus />
      <PendingPage>
        <Outlet />
      </PendingPage>
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorView />;
}
