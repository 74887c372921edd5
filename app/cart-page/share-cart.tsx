import { type MouseEvent, useState } from "react";
import { href } from "react-router";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { writeSharedCart } from "#shop/cart/shared-cart.ts";

/** Shares the cart by a link, which asks before it adds anything. */
export function ShareCart({ lines }: { lines: CartLine[] }) {
  const [told, setTold] = useState("");
  const address = `${href("/cart")}?add=${encodeURIComponent(writeSharedCart(lines)).replace(/%(3A|2C)/g, decodeURIComponent)}`;

  async function share(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const { href: url } = event.currentTarget;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setTold("Link copied");
      }
    } catch (error) {
      // Closing the browser's share dialog throws an AbortError.
      if ((error as Error).name !== "AbortError") prompt("Copy this link to share your cart:", url);
    }
  }

  return (
    <p className="sm:text-right">
      <a href={address} className="text-link inline-flex min-h-11 items-center" onClick={share}>
        Share this cart
      </a>{" "}
      <span role="status" className="text-soft">
        {told}
      </span>
    </p>
  );
}
