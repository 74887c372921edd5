import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { CartDifference } from "#shop/checkout/describe-changes.ts";
import { cartLines } from "../cart/cart-store.ts";

/** Notes of the checkout page about a purchase that placed no new order. */

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-8 rounded-xl border border-berry p-5">
      {children}
    </div>
  );
}

/** An earlier attempt had placed the order, although its answer got lost. */
export function AlreadyPlaced({ orderNumber }: { orderNumber: string }) {
  return (
    <Note>
      <p className="mb-1 font-semibold">
        Your order {orderNumber} was already placed. It doesn't include changes you made afterwards.
      </p>
      <p>
        {cartLines().length > 0 && "Items still in your cart aren't part of that order. "}
        <Link to={href("/order-confirmation/:orderNumber", { orderNumber })} className="text-link">
          View order {orderNumber}
        </Link>
        , or{" "}
        <Link to={href("/contact")} className="text-link">
          contact us
        </Link>{" "}
        if something isn't right.
      </p>
    </Note>
  );
}

/** The answer to a form posted without JavaScript. */
export function NeedsScripts() {
  return (
    <Note>
      <p className="font-semibold">Your order wasn't placed.</p>
      <p>Please turn on JavaScript to pay. Your card details never reach us.</p>
    </Note>
  );
}

/** A note above the button, read out with it. */
export function FormNote({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-berry p-4 text-sm">{children}</div>;
}

/** What has changed since the customer saw the checkout, in words. */
export function changedPart({ isDeliveryAlone, isDiscountAlone }: CartDifference) {
  if (isDiscountAlone) return "your discount";
  return isDeliveryAlone ? "the shipping cost" : "your cart";
}
