import { Suspense, useEffect, useState } from "react";
import { data, href, redirect, useLocation, useNavigate } from "react-router";
import { type ProductsById, withPricing } from "#shop/cart/compare-cart.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import { readTrending } from "#shop/catalog/lists/read-products.ts";
import { isOutage } from "#shop/errors.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Loader } from "#ui/loader.tsx";
import { cacheabilityContext } from "#web/cacheability.ts";
import { destinationOf } from "#web/origin.ts";
import { askedQueryContext, shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import { CartNeedsScripts } from "../cart/cart-needs-scripts.tsx";
import { forgetRemovals, useCart } from "../cart/cart-store.ts";
import { CartLines } from "../cart-page/cart-lines.tsx";
import { CartTotals } from "../cart-page/cart-totals.tsx";
import { CartWithoutScripts } from "../cart-page/cart-without-scripts.tsx";
import earlyCartScript from "../cart-page/early-cart.ts?inline-script";
import { EmptyCart } from "../cart-page/empty-cart.tsx";
import { changeKeptCart, readKeptCart } from "../cart-page/kept-cart.server.ts";
import { readLinkedCode } from "../checkout/kept-code.ts";
import { InlineScript } from "../hydration/page-scripts.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { lazyWithRetry } from "../page/lazy-with-retry.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/cart";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Cart",
    description: "Review the items in your cart and your total.",
    unlisted: true,
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

const end = () => import("../cart-page/deferred-cart-parts.ts");
const CartCheck = lazyWithRetry(end, "CartCheck");
const ShareCart = lazyWithRetry(end, "ShareCart");
const SuggestedProducts = lazyWithRetry(end, "SuggestedProducts");

const noProducts: ProductsById = new Map();

interface CartPageData {
  suggested?: Awaited<ReturnType<typeof readTrending>>;
  /** The cart of a browser without scripts. */
  kept?: Awaited<ReturnType<typeof readKeptCart>>;
}

/** What an empty cart offers instead, in the page itself: most visitors' carts are empty, and its pictures are what they see first. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<CartPageData> {
  const hasOwn = showsOwnCart(request, context);
  if (hasOwn) context.get(cacheabilityContext).isFallback = true;
  try {
    const kept = hasOwn && (await readKeptCart(request, context));
    return { suggested: await readTrending(context.get(shopContext).db), ...(kept && { kept }) };
  } catch (error) {
    // A cart that scripts keep needs no database.
    if (isOutage(error) && !hasOwn) return {};
    throw error;
  }
}

/** Whether the page holds the asker's cart for the case that their browser runs no scripts, or says what they have just changed. */
function showsOwnCart({ headers }: Request, context: Route.LoaderArgs["context"]) {
  const isAfterChange = new URLSearchParams(context.get(askedQueryContext)).has("changed");
  return isAfterChange || context.get(userContext) !== null || hasCartCookie(headers.get("cookie"));
}

/** Changes the cart of a browser without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const change = await changeKeptCart(request, context);
  if ("refused" in change) return data({ notice: change.refused }, change.status);
  return redirect(change.to, { status: 303, headers: { "set-cookie": change.cookie } });
}

/** Pages that navigate here show the cart without asking the server. */
export function clientLoader(): CartPageData {
  return {};
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const lines = useCart();
  const offer = new URLSearchParams(useLocation().search).get("add");
  const { user, delivery, quickCheckout } = useShop();
  const navigate = useNavigate();
  const [products, setProducts] = useState<ProductsById>(noProducts);
  useEffect(() => forgetRemovals, []);
  /** A shared cart that is offered comes before what is missing in one's own. */
  const isEmpty = lines?.length === 0 && offer === null;

  function toCheckout() {
    const isKnown = user !== null || quickCheckout;
    const destination = isKnown ? destinationOf(user?.emailVerified ?? true, "cart") : "/sign-in";
    navigate(destination, { state: { from: "cart" } });
  }

  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Cart</h1>
      {lines && (
        <Suspense fallback={offer !== null && <Loader />}>
          <CartCheck lines={lines} offer={offer} onProducts={setProducts} />
        </Suspense>
      )}
      {lines ? (
        <CartLines lines={lines} products={products} />
      ) : (
        <>
          <div data-cart-loader="" suppressHydrationWarning>
            <Loader />
          </div>
          <EarlyLines />
        </>
      )}
      {offer !== null && <CartNeedsScripts />}
      <noscript>
        {import.meta.env.SSR && <CartWithoutScripts lines={[]} products={[]} {...loaderData.kept} {...actionData} />}
      </noscript>
      {(!lines || isEmpty) && (
        <div data-empty-cart="" hidden={!lines} suppressHydrationWarning>
          <EmptyCart />
          <div className="grid *:col-start-1 *:row-start-1 *:min-w-0">
            <RoomForProducts />
            <Suspense>
              <SuggestedProducts products={loaderData.suggested} />
            </Suspense>
          </div>
        </div>
      )}
      {!lines && <InlineScript code={earlyCartScript} />}
      {lines && lines.length > 0 && (
        <>
          <CartTotals lines={withPricing(lines, products)} delivery={delivery} />
          <LinkedCode />
          <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
            <Button type="button" className="min-h-13 px-8 text-lg" onClick={toCheckout}>
              To Checkout
            </Button>
            <Button
              to={href("/products")}
              prefetch="intent"
              aria-describedby="cancel-hint"
              look="quiet"
              className="min-h-13 px-8"
            >
              Cancel
            </Button>
          </div>
          <p id="cancel-hint" className="mt-3 text-center text-sm text-soft sm:text-right">
            Cancel takes you back to the products. Your cart is kept.
          </p>
          <div className="mt-6 min-h-11">
            <Suspense>
              <ShareCart lines={lines} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  );
}

/** The lines until the page is hydrated, drawn by `early-cart.ts`, with room for what comes below them. */
function EarlyLines() {
  const formats = useFormats();
  return (
    <div
      ref={keepFocus}
      data-early-cart={JSON.stringify(formats)}
      hidden
      suppressHydrationWarning
      className="pb-95 sm:pb-80"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React leaves alone what the script draws
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

/** A link among the early lines that has the focus hands it to its successor, when the real lines replace them. */
function keepFocus(early: HTMLElement | null) {
  return () => {
    const focused = document.activeElement;
    const address = early?.contains(focused) && focused?.getAttribute("href");
    if (!address) return;
    const successor = `main li a[href="${CSS.escape(address)}"]`;
    queueMicrotask(() => document.querySelector<HTMLElement>(successor)?.focus({ preventScroll: true }));
  };
}

/** The discount code of a link, which the checkout applies. */
function LinkedCode() {
  const code = readLinkedCode();
  return (
    code && (
      <p className="-mt-3 mb-6 text-sm wrap-anywhere text-soft">
        We'll apply your code <bdi className="font-medium text-ink">{code}</bdi> at checkout.
      </p>
    )
  );
}

/** As high as `SuggestedProducts` with two lines for each title and price, so that they move nothing when they come: their pictures are as high as wide. */
function RoomForProducts() {
  return <div className="box-content h-100 pt-[100%] md:h-58 md:pt-[25%]" />;
}
