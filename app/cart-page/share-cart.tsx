import { href } from "react-router";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { writeSharedCart } from "#shop/cart/shared-cart.ts";
import { ShareLink } from "../page/share-link.tsx";

/** Shares the cart by a link, which asks before it adds anything. */
export function ShareCart({ lines }: { lines: CartLine[] }) {
  const address = `${href("/cart")}?add=${encodeURIComponent(writeSharedCart(lines)).replace(/%(3A|2C)/g, decodeURIComponent)}`;
  return (
    <ShareLink to={address} question="Copy this link to share your cart:" className="sm:text-right">
      Share this cart
    </ShareLink>
  );
}
