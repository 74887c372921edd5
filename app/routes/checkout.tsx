import { type ReactNode, useEffect, useState } from "react";
import { data, href, redirect, useNavigation, useSubmit } from "react-router";
import { readCustomer } from "#shop/accounts/customer.ts";
import { cartTotal } from "#shop/cart/cart-reducer.ts";
import { findProblems, reconcileCart } from "#shop/cart/compare-cart.ts";
import { type CartDifference, differenceOf } from "#shop/cart/describe-changes.ts";
import { billingAddressOf } from "#shop/orders/billing-address.ts";
import { deliveryCost, ownDelivery } from "#shop/orders/delivery.ts";
import type { OrderForm } from "#shop/orders/order-form.ts";
import { paymentForm } from "#shop/orders/payment-form.ts";
import { readDelivery } from "#shop/owners/shop-facts.ts";
import { type FieldErrors, textFields, validate } from "#shop/validate.ts";
import type { OrderAnswer } from "#web/order-answer.ts";
import { redirectTarget } from "#web/origin.ts";
import { shopContext } from "#web/request-context.ts";
import { requireViewer } from "../accounts/session.server.ts";
import { CartChanges, ChangeList } from "../cart/cart-changes.tsx";
import { CartLines } from "../cart/cart-lines.tsx";
import { cartLines, changeCart, forgetRemoval, useCart } from "../cart/cart-store.ts";
import { CartTotal } from "../cart/cart-total.tsx";
import { CartUpdate } from "../cart/cart-update.tsx";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { forgetGoods, useGoods } from "../cart/goods-store.ts";
import { PricedTotal } from "../cart/priced-total.tsx";
import { Loader } from "../components/loader.tsx";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { readForm } from "../forms/posted-form.server.ts";
import { showToast, toastLives } from "../frame/toasts.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { keepCheckoutKey } from "../orders/checkout-key.ts";
import { FirstOrderStands, NeedsScripts } from "../orders/checkout-notes.tsx";
import { type Payment, PaymentForm } from "../orders/payment-details.tsx";
import { failureNotes, failureTexts, type OrderFailure, sendOrder } from "../orders/send-order.ts";
import { settlePurchase } from "../orders/settle-purchase.ts";
import type { Route } from "./+types/checkout";

/** What came of a purchase that made no new order, as the page shows it. */
interface Answered {
  /** How the cart differed, before it was brought up to date. */
  difference?: CartDifference;
  /** The number of the order that an earlier try made. */
  placed?: string;
  errors?: FieldErrors;
  failure?: OrderFailure;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Checkout",
    description: "Look over your order and pay for it. Your card is checked in your browser and never stored.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid } = requireVerifiedViewer(context);
  const { db, payments } = context.get(shopContext);
  const delivery = ownDelivery(await readDelivery(db));
  const billingAddress = billingAddressOf(await readCustomer(db, uid));
  return { billingAddress, paysElsewhere: payments.hosted, ...(delivery && { delivery }) };
}

/** A form that was posted without JavaScript: the card's fields have no names, so nothing can be ordered by it. */
export async function action({ request, context }: Route.ActionArgs) {
  requireVerifiedViewer(context);
  const { paymentMethod = "", billingAddress = "" } = textFields(await readForm(request));
  const typed = { paymentMethod, billingAddress };
  const { errors = {} } = validate(paymentForm(new Date()), typed);
  return data({ errors, typed }, 400);
}

/** What was bought leaves the cart once its order is placed, and not before; a cart that has aged is brought up to date. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const order = await request.text();
  const { checkoutKey, lines } = JSON.parse(order) as Pick<OrderForm, "checkoutKey" | "lines">;
  const answer = await answerOrFailure(() => sendOrder(order));
  if ("orderNumber" in answer && answer.payAt) return leaveToPay(answer.payAt);
  if ("orderNumber" in answer) {
    settlePurchase(checkoutKey, lines);
    throw redirect(href("/order-confirmation/:orderNumber", { orderNumber: answer.orderNumber }));
  }
  if ("placed" in answer) {
    settlePurchase(checkoutKey, answer.placed.lines);
    return { placed: answer.placed.orderNumber };
  }
  if ("problems" in answer) return { difference: reconcile(answer) };
  if ("errors" in answer && (answer.errors.paymentMethod || answer.errors.billingAddress)) return answer;
  const failure = "failure" in answer ? answer.failure : "unexpected";
  showToast({ type: "error", title: "Order not saved", text: failureTexts[failure] }, toastLives.account);
  return { failure };
}

/** Goes where the shopper pays. Until they do, the cart and its key stay; whoever comes back finds the form ready. */
async function leaveToPay(address: string) {
  const { promise: cameBack, resolve } = Promise.withResolvers<unknown>();
  window.addEventListener("pageshow", resolve, { once: true });
  window.location.assign(address);
  await cameBack;
  return {};
}

/** Brings the cart up to date. @returns how it differed, and what it costs to deliver */
function reconcile({ problems, delivery }: Extract<OrderAnswer, { problems: unknown }>) {
  const lines = cartLines();
  forgetGoods();
  changeCart({ type: "replace", lines: reconcileCart(lines, problems) });
  return differenceOf(lines, problems, delivery?.terms, delivery?.seenCents);
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, ...facts } = loaderData;
  const lines = useCart();
  const goods = useGoods(lines);
  const busy = useNavigation().state !== "idle";
  const submit = useSubmit();
  const answer = (actionData ?? {}) as Answered;
  const { placed, errors, failure } = answer;
  const [accepted, setAccepted] = useState<Answered>();
  const told = answer === accepted ? undefined : answer.difference;
  const problems = findProblems(lines ?? [], goods);

  useEffect(() => forgetRemoval, []);

  function purchase(payment: Payment) {
    const lines = cartLines();
    const deliveryCents = deliveryCost(delivery, cartTotal(lines));
    const order = {
      ...payment,
      checkoutKey: keepCheckoutKey(),
      lines: lines.map(({ id, quantity, priceCents }) => ({ id, quantity, priceCents })),
      ...(deliveryCents > 0 && { deliveryCents }),
    };
    submit(order, { method: "post", encType: "application/json" });
  }

  function acceptTold() {
    setAccepted(answer);
    document.querySelector<HTMLElement>("#payment [type=submit]")?.focus();
  }

  const form = (
    <PaymentForm busy={busy} answer={actionData} {...facts} onPay={purchase}>
      {told && (
        <FormNote>
          <p className="mb-2 font-semibold">
            {told.isDeliveryAlone
              ? "Shipping has changed. Complete Purchase buys for what it comes to now."
              : "Your cart has changed. Complete Purchase buys it as it is now."}
          </p>
          <ChangeList {...told} />
        </FormNote>
      )}
      {failure && <FormNote>{failureNotes[failure]}</FormNote>}
    </PaymentForm>
  );
  if (!lines || (lines.length === 0 && busy)) return errors ? <WithoutScripts form={form} /> : <Loading />;

  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Checkout</h1>
      {told && (
        <CartChanges
          difference={told}
          title={`Nothing was ordered yet: ${told.isDeliveryAlone ? "shipping" : "your cart"} has changed.`}
          isAnswer
          onAccept={acceptTold}
        />
      )}
      {problems.length > 0 && <CartUpdate lines={lines} problems={problems} delivery={delivery} />}
      {placed && <FirstOrderStands orderNumber={placed} />}
      {lines.length === 0 ? (
        <>
          <CartLines lines={lines} goods={goods} />
          <EmptyCart />
        </>
      ) : (
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16">
          <section aria-labelledby="overview">
            <h2 id="overview" className="mb-4 text-2xl">
              Your order
            </h2>
            <CartLines lines={lines} goods={goods} />
            {delivery?.priceCents ? <PricedTotal lines={lines} delivery={delivery} /> : <CartTotal lines={lines} />}
          </section>
          {form}
        </div>
      )}
    </div>
  );
}

/** What stands beside the button that buys, and is read with it. */
function FormNote({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-berry p-4 text-sm">{children}</div>;
}

/** The cart is the browser's: until it is read, and without JavaScript, there is nothing to pay for. */
function Loading() {
  return (
    <>
      <noscript>
        <p className="mx-auto max-w-page px-4 pt-12 sm:px-6">
          Paying needs JavaScript, because your card is checked in your browser and never sent to us.
        </p>
      </noscript>
      <Loader />
    </>
  );
}

function WithoutScripts({ form }: { form: ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Checkout</h1>
      <NeedsScripts />
      {form}
    </div>
  );
}

function requireVerifiedViewer(context: Route.LoaderArgs["context"]) {
  const viewer = requireViewer(context, "cart");
  if (!viewer.emailVerified) throw redirect(redirectTarget(false, "cart"));
  return viewer;
}
