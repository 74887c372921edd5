import { useEffect } from "react";
import { href, NavLink } from "react-router";
import { totalQuantity } from "#shop/cart/cart-reducer.ts";
import { hasCartCookie } from "#shop/cart/cookie-cart.ts";
import { BagIcon } from "#ui/icons.tsx";
import { InlineScript } from "../hydration/page-scripts.tsx";
import { useShop } from "../page/use-shop.ts";
import { badgeScript } from "./cart-storage.ts";
import { useCart } from "./cart-store.ts";

/** The way to the cart, with a badge that counts its pieces. */
export function CartLink() {
  const lines = useCart();
  const { user, cartPieces = 0 } = useShop();
  const quantity = lines ? totalQuantity(lines) : cartPieces;
  const isSignedIn = user !== null;
  useEffect(() => {
    // One that fails is tried again on the next page.
    if (hasCartCookie(document.cookie)) import("./join-cart.ts").then(({ joinCart }) => joinCart()).catch(() => {});
  }, []);
  useEffect(() => {
    if (!isSignedIn) return;
    const sync = import("./cart-sync.ts").then(
      ({ syncCart }) => syncCart(),
      // A page without it keeps its cart all the same.
      () => undefined,
    );
    return () => void sync.then((stop) => stop?.());
  }, [isSignedIn]);
  return (
    <>
      <NavLink
        to={href("/cart")}
        prefetch="intent"
        aria-label={quantity > 0 ? `Cart, ${quantity} ${quantity === 1 ? "item" : "items"}` : "Cart"}
        className="relative grid size-11 place-items-center rounded-full hover:bg-ink/5 aria-[current=page]:bg-ink/5"
      >
        <BagIcon />
        <span
          key={lines ? quantity : "unknown"}
          data-cart-badge=""
          hidden={quantity === 0}
          suppressHydrationWarning
          className="badge absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-spruce px-1.5 text-xs font-semibold text-on-spruce tabular-nums"
        >
          {quantity > 0 ? quantity : ""}
        </span>
      </NavLink>
      <InlineScript code={badgeScript} />
    </>
  );
}
