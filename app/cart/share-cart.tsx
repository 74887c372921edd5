import { type MouseEvent, useState } from "react";
import { href } from "react-router";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { writeSharedCart } from "#shop/cart/shared-cart.ts";

/** The cart's own address, to send to somebody: what opens it asks before it changes anything. */
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
      // Whoever closes the browser's own dialog needs no other one.
      if ((error as Error).name !== "AbortError") prompt("The address of this cart:", url);
    }
  }

  return (
    <p className="flex flex-wrap items-center gap-x-4 sm:justify-end">
      <a href={address} className="text-link inline-flex min-h-11 items-center" onClick={share}>
        Share this cart
      </a>
      <span role="status" className="text-soft">
        {told}
      </span>
    </p>
  );
}
