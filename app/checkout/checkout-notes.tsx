import type { ReactNode } from "react";
import { href } from "react-router";
import { findProblems } from "#shop/cart/compare-cart.ts";
import type { CartDifference } from "#shop/checkout/describe-changes.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import type { UnfinishedPayment } from "#shop/checkout/unfinished-payment.ts";
import { Link } from "#ui/link.tsx";
import { cartLines } from "../cart/cart-store.ts";
import { CartChanges, CartUpdate, ChangeList } from "../cart-page/cart-changes.tsx";
import { failureNotes } from "./send-order.ts";
import type { Checkout } from "./use-checkout.ts";

/** Notes of the checkout page about an order that wasn't placed. */

/** Above the cart: how it differs from what can be ordered, and the order that an earlier attempt placed. */
export function PageNotes({ checkout, terms }: { checkout: Checkout; terms: CheckoutTerms }) {
  const { answer, difference, acceptDifference, lines = [], products, priced, delivery, discount } = checkout;
  const problems = findProblems(lines, products);

  function accept() {
    acceptDifference();
    document.querySelector<HTMLElement>("#payment [type=submit]")?.focus();
  }

  return (
    <>
      {terms.unfinished && lines.length > 0 && !answer.placed && (
        <Unfinished payment={terms.unfinished} hasOtherWays={terms.payment.ways.length > 1} />
      )}
      {difference && (
        <CartChanges
          difference={difference}
          title={`Your order hasn't been placed because ${changedPart(difference)} has changed.`}
          isAnswer
          onAccept={accept}
        />
      )}
      {problems.length > 0 && <CartUpdate lines={priced} problems={problems} delivery={delivery} discount={discount} />}
      {answer.placed && <AlreadyPlaced orderNumber={answer.placed} />}
    </>
  );
}

/** The customer has come back from the page where they pay. */
function Unfinished({ payment: { orderNumber, isOpen }, hasOtherWays }: UnfinishedProps) {
  const otherwise = hasOtherWays ? ", or choose another way to pay" : "";
  return (
    <div role="status" className="mb-8 rounded-xl border border-line p-5">
      <p className="mb-1 font-semibold">
        {isOpen ? `Your order ${orderNumber} isn't paid yet.` : "Your payment was cancelled, and you weren't charged."}
      </p>
      <p>
        {isOpen
          ? `Complete Purchase takes you back to the payment${otherwise}.`
          : `Your cart is as you left it. You can try again${otherwise}.`}
      </p>
    </div>
  );
}

interface UnfinishedProps {
  payment: UnfinishedPayment;
  hasOtherWays: boolean;
}

/** What has changed since the customer saw the checkout, in words. */
function changedPart({ isDeliveryAlone, isDiscountAlone }: CartDifference) {
  if (isDiscountAlone) return "your discount";
  return isDeliveryAlone ? "the shipping cost" : "your cart";
}

/** Above the button, and read out with it. */
export function FormNotes({ checkout: { answer, difference } }: { checkout: Checkout }) {
  return (
    <>
      {difference && (
        <FormNote>
          <p className="mb-2 font-semibold">
            {difference.isDeliveryAlone || difference.isDiscountAlone
              ? `Your ${difference.isDiscountAlone ? "discount" : "shipping cost"} has changed. Complete Purchase places your order at the new total.`
              : "Your cart has changed. Complete Purchase places your updated order."}
          </p>
          <ChangeList {...difference} />
        </FormNote>
      )}
      {answer.failure && <FormNote>{failureNotes[answer.failure]}</FormNote>}
    </>
  );
}

function FormNote({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-berry p-4 text-sm">{children}</div>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="mb-8 rounded-xl border border-berry p-5">
      {children}
    </div>
  );
}

/** An earlier attempt had placed the order, although its answer got lost. */
function AlreadyPlaced({ orderNumber }: { orderNumber: string }) {
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
      <p>Please turn on JavaScript to pay.</p>
    </Note>
  );
}
