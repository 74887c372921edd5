import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "react-router";
import { shopContext } from "#server/request-context.ts";
import "./app.css";
import type { Route } from "./+types/root";
import { useSayAlive } from "./alive.ts";
import { ErrorView } from "./components/error-view.tsx";
import { PageFocus } from "./components/page-focus.tsx";
import { PendingPage } from "./components/pending-page.tsx";
import { SiteFooter } from "./components/site-footer.tsx";
import { SiteHeader } from "./components/site-header.tsx";
import { Toasts } from "./components/toasts.tsx";
import { revalidateUnlessFailed } from "./forms/revalidation.ts";
import { failedMeta } from "./meta/page-meta.ts";
import { sessionMiddleware, viewerContext } from "./session.server.ts";

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

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(shopContext);
  const viewer = context.get(viewerContext);
  return {
    shopName: settings.shopName,
    shopUrl: settings.shopUrl,
    viewer: viewer && { emailVerified: viewer.emailVerified, imageUrl: viewer.imageUrl },
  };
}

export function Layout({ children }: { children: ReactNode }) {
  useSayAlive();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
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
        <SiteFooter />
        <Toasts />
        <ScrollRestoration />
        <Scripts />
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
