import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { cartLines } from "../cart/cart-store.ts";

/** What the checkout says of a purchase that made no new order. */

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-8 rounded-xl border border-berry p-5">
      {children}
    </div>
  );
}

/** An earlier try had gone through, though its answer got lost, and what was changed since is no part of it. */
export function FirstOrderStands({ orderNumber }: { orderNumber: string }) {
  return (
    <Note>
      <p className="mb-1 font-semibold">
        Your first try went through: order {orderNumber} stands as you sent it then. What you changed since was not
        ordered.
      </p>
      <p>
        {cartLines().length > 0 && "What is still in your cart is not part of that order. "}
        <Link to={href("/order-confirmation/:orderNumber", { orderNumber })} className="text-link">
          See order {orderNumber}
        </Link>
        , or{" "}
        <Link to={href("/contact")} className="text-link">
          write to us
        </Link>{" "}
        if something in it is wrong.
      </p>
    </Note>
  );
}

/** The answer to a purchase that came without JavaScript. */
export function NeedsScripts() {
  return (
    <Note>
      <p className="font-semibold">Nothing was ordered.</p>
      <p>Paying needs JavaScript, because your card is checked in your browser and never sent to us.</p>
    </Note>
  );
}
