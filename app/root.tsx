import { type ReactNode, Suspense, useEffect } from "react";
import { data, href, Links, Meta, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import type { Appearance } from "#shop/appearance/appearance.ts";
import { themeAddress } from "#shop/appearance/theme-address.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import { hasMoreCategories, toMenu } from "#shop/catalog/categories.ts";
import { shownGuarantee } from "#shop/content/legal-guarantee.ts";
import { ownDelivery, standardReturnDays } from "#shop/delivery/delivery.ts";
import { acceptsCards } from "#shop/orders/payment/ways-to-pay.ts";
import { isUnderEuConsumerLaw } from "#shop/settings/consumer-law.ts";
import { sellerLines } from "#shop/settings/settings.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { decimalsOf, defaultCurrency } from "#shop/values/currencies.ts";
import { defaultLocale, defaultTimeZone } from "#shop/values/locale.ts";
import { marksOf } from "#shop/values/number-marks.ts";
import { Button } from "#ui/button.tsx";
import { FormatsContext } from "#ui/formats.ts";
import { IconLinks } from "#ui/icon-links.tsx";
import { isFormTooLargeContext, shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/root";
import { sessionMiddleware, userContext } from "./accounts/session.server.ts";
import styles from "./app.css?url";
import { countPieces } from "./cart-page/kept-cart.server.ts";
import { colorsBySlug } from "./catalog/category-backdrop.ts";
import { ErrorView } from "./errors/error-view.tsx";
import { revalidateUnlessFailed } from "./forms/revalidation.ts";
import earlyScript from "./hydration/early-script.ts?inline-script";
import { keepLinkedCode } from "./hydration/linked-code.ts";
import { HydrationData, InlineScript, RestoredScroll } from "./hydration/page-scripts.tsx";
import { useHydratedEvent } from "./hydration/use-hydrated-event.ts";
import { Announcement } from "./layout/announcement.tsx";
import { SiteHeader } from "./layout/site-header.tsx";
import { failedMeta } from "./meta/page-meta.ts";
import { PendingPage } from "./navigation/pending-page.tsx";
import { useUnreachablePage } from "./navigation/use-unreachable-page.ts";
import { lazyWithRetry } from "./page/lazy-with-retry.ts";
import { PageFocus } from "./page/page-focus.tsx";
import { type ShopData, useShop, useShopFormats } from "./page/use-shop.ts";

const PageEnd = lazyWithRetry(() => import("./layout/deferred-page-parts.tsx"), "PageEnd");

/** A plain link: otherwise the bundler treats the styles as belonging to each module loaded on demand. */
export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

/** Says so with the frame of every page: the root loader doesn't run then. */
const refuseLargeForm: Route.MiddlewareFunction = ({ context }) => {
  if (context.get(isFormTooLargeContext)) throw data(readShopData(context), 413);
};

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, refuseLargeForm];

/** For error pages only: every route has its own meta. */
export function meta(args: Route.MetaArgs) {
  return failedMeta(args);
}

/** An error page says which methods its address knows. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  const allow = errorHeaders?.get("allow");
  return allow ? { allow } : {};
}

/**
 * The signed-in user changes only by forms, or when a page redirects to sign in. Other navigations skip this loader: they are faster,
 * and its failure can't replace a page's own error.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod } = change;
  const navigating = !formMethod && currentUrl.href !== nextUrl.href;
  return navigating ? nextUrl.pathname === "/sign-in" : revalidateUnlessFailed(change);
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { headers, url } = request;
  const shop = readShopData(context);
  const user = context.get(userContext);
  // Customers share all pages but the cart's.
  const isOwnCart = user !== null && new URL(url).pathname === href("/cart");
  if (!isOwnCart && !hasCartCookie(headers.get("cookie"))) return shop;
  return countPieces(request, context).then((cartPieces) => ({ ...shop, cartPieces }));
}

function readShopData(context: Route.LoaderArgs["context"]): ShopData {
  const shop = context.get(shopContext);
  const { settings } = shop;
  const user = context.get(userContext);
  const seller = sellerLines(settings);
  const delivery = ownDelivery(settings.delivery);
  const guarantee = shownGuarantee(settings);
  const { categories } = settings;
  const colors = colorsBySlug(categories);
  return {
    shopName: settings.shopName,
    shopUrl: settings.shopUrl,
    ...(settings.currency !== defaultCurrency && { currency: settings.currency }),
    ...(settings.locale !== defaultLocale && {
      locale: settings.locale,
      marks: marksOf(settings.locale, settings.currency),
    }),
    ...(settings.timeZone !== defaultTimeZone && { timeZone: settings.timeZone }),
    ...(settings.countries !== defaultCountries && { countries: settings.countries }),
    ...ownFrame(settings.appearance),
    ...(Object.keys(settings.texts).length > 0 && { texts: settings.texts }),
    ...(settings.pages.length > 0 && { pages: settings.pages }),
    ...(seller && { seller }),
    ...(delivery && { delivery }),
    ...(settings.returnDays !== standardReturnDays && { returnDays: settings.returnDays }),
    ...(settings.returnsPaidBy && { returnsPaidBy: settings.returnsPaidBy }),
    ...(settings.takesReturns && { takesReturns: true }),
    ...(!acceptsCards(shop) && { refusesCards: true }),
    ...(!isUnderEuConsumerLaw(settings) && { hidesWithdrawal: true }),
    ...(guarantee && { guarantee }),
    ...(settings.quickCheckout && { quickCheckout: true }),
    categories: toMenu(categories),
    ...(hasMoreCategories(categories) && { moreCategories: true }),
    ...(colors && { colors }),
    user: user && {
      emailVerified: user.emailVerified,
      imageUrl: user.imageUrl,
      ...(user.isOwner && { isOwner: true }),
    },
  };
}

/** What an owner has set up of every page. */
function ownFrame(appearance: Appearance) {
  const { logo, icon, accent, darkPaper, announcement, footer, hero, sections } = appearance;
  const theme = themeAddress(appearance);
  const isSampleHidden = hero.picture === null || !sections.includes("hero");
  const sharedPicture = hero.picture?.address ?? (isSampleHidden ? (logo ?? null) : undefined);
  return {
    ...(sharedPicture !== undefined && { sharedPicture }),
    ...(logo && { logo }),
    ...(icon && { icon }),
    ...(accent && { accent }),
    ...(darkPaper && { darkPaper }),
    ...(theme && { theme }),
    ...(announcement && { announcement }),
    ...(Object.values(footer).some((words) => words !== undefined) && { footer }),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  useHydratedEvent();
  const { user, shopName, icon, accent, darkPaper = "#191713", theme } = useShop();
  const formats = useShopFormats();
  return (
    <html
      lang="en"
      data-signed-in={user ? "" : undefined}
      data-decimals={decimalsOf(formats.currency) === 2 ? undefined : decimalsOf(formats.currency)}
    >
      <head>
        <InlineScript code={earlyScript} />
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={darkPaper} />
        <IconLinks shopName={shopName} icon={icon} accent={accent} />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
        {theme && <link rel="stylesheet" href={theme} />}
      </head>
      <body className="flex min-h-dvh flex-col">
        <Button href="#main" className="skip-link">
          Skip to content
        </Button>
        <Announcement />
        <SiteHeader />
        <main id="main" tabIndex={-1} className="grow outline-none">
          <FormatsContext value={formats}>{children}</FormatsContext>
        </main>
        <Suspense>
          <PageEnd />
        </Suspense>
        <RestoredScroll />
        <HydrationData />
      </body>
    </html>
  );
}

export default function App() {
  const unreachable = useUnreachablePage();
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the early script has seen the first address only
  useEffect(keepLinkedCode, [search]);
  if (unreachable) return <ErrorView address={unreachable} />;
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
