import { Suspense, useEffect, useState } from "react";
import { href, Link, useLocation, useNavigate } from "react-router";
import type { KnownGoods } from "#shop/cart/compare-cart.ts";
import { destinationOf } from "#web/origin.ts";
import { CartLines } from "../cart/cart-lines.tsx";
import { CartNeedsScripts } from "../cart/cart-needs-scripts.tsx";
import { emptyCartScript } from "../cart/cart-storage.ts";
import { forgetRemoval, useCart } from "../cart/cart-store.ts";
import { CartTotal } from "../cart/cart-total.tsx";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { lazyPart } from "../components/lazy-part.ts";
import { Loader } from "../components/loader.tsx";
import { useShop } from "../frame/use-shop.ts";
import { InlineScript } from "../hydration/inline-script.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/cart";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Cart",
    description: "What is in your cart, and what it comes to.",
    unlisted: true,
  });
}

export { publicPageHeaders as headers } from "#web/public-page.ts";

const end = () => import("../cart/cart-end.ts");
const CartCheck = lazyPart(async () => (await end()).CartCheck);
const PricedTotal = lazyPart(async () => (await end()).PricedTotal);
const ShareCart = lazyPart(async () => (await end()).ShareCart);

const unknownGoods: KnownGoods = new Map();

export default function Cart() {
  const lines = useCart();
  const offer = new URLSearchParams(useLocation().search).get("add");
  const { viewer, delivery } = useShop();
  const navigate = useNavigate();
  const [goods, setGoods] = useState<KnownGoods>(unknownGoods);
  useEffect(() => forgetRemoval, []);

  function toCheckout() {
    const destination = viewer ? destinationOf(viewer.emailVerified, "cart") : "/sign-in";
    navigate(destination, { state: { from: "cart" } });
  }

  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Cart</h1>
      {lines && (
        <Suspense>
          <CartCheck lines={lines} offer={offer} onGoods={setGoods} />
        </Suspense>
      )}
      {lines ? (
        <CartLines lines={lines} goods={goods} />
      ) : (
        <div data-cart-loader="" suppressHydrationWarning>
          <Loader />
        </div>
      )}
      <CartNeedsScripts />
      {!lines?.length && (
        <div data-empty-cart="" hidden={!lines} suppressHydrationWarning>
          <EmptyCart />
        </div>
      )}
      {!lines && <InlineScript code={emptyCartScript} />}
      {lines && lines.length > 0 && (
        <>
          {delivery?.priceCents ? (
            <div className="min-h-48">
              <Suspense>
                <PricedTotal lines={lines} delivery={delivery} />
              </Suspense>
            </div>
          ) : (
            <CartTotal lines={lines} />
          )}
          <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
            <button type="button" className="button button-main min-h-13 px-8 text-lg" onClick={toCheckout}>
              To Checkout
            </button>
            <Link to={href("/products")} prefetch="intent" className="button button-quiet min-h-13 px-8">
              Cancel
            </Link>
          </div>
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
