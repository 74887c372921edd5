import { type ReactNode, useContext, useEffect, useState } from "react";
import { data, href, redirect, useNavigation, useSubmit } from "react-router";
import { billingAddressOf, readCustomer } from "#shop/accounts/customer-account.ts";
import { findProblems, reconcileCart } from "#shop/cart/compare-cart.ts";
import { type CartDifference, differenceOf } from "#shop/cart/describe-changes.ts";
import { type Currency, defaultCurrency } from "#shop/money.ts";
import { ownDelivery } from "#shop/orders/delivery.ts";
import type { OrderForm } from "#shop/orders/order-form.ts";
import { paymentForm } from "#shop/orders/payment-form.ts";
import { calculateSums, pickAdjustments } from "#shop/orders/sums.ts";
import { readOrderTerms } from "#shop/settings/settings.ts";
import { type FieldErrors, textFields, validate } from "#shop/validate.ts";
import { CurrencyContext } from "#ui/currency.ts";
import { Loader } from "#ui/loader.tsx";
import type { OrderAnswer } from "#web/answers.ts";
import { redirectTarget } from "#web/origin.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";
import { CartChanges, CartUpdate, ChangeList } from "../cart/cart-changes.tsx";
import { CartLines } from "../cart/cart-lines.tsx";
import { cartLines, changeCart, forgetRemoval, useCart } from "../cart/cart-store.ts";
import { CartTotals } from "../cart/cart-totals.tsx";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { forgetCartProducts, useCartProducts } from "../cart/product-store.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { showToast, toastLives } from "../frame/toasts.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { AlreadyPlaced, NeedsScripts } from "../orders/checkout-notes.tsx";
import { keepIdempotencyKey } from "../orders/idempotency-key.ts";
import { type Payment, PaymentForm } from "../orders/payment-details.tsx";
import { failureNotes, failureTexts, type OrderFailure, sendOrder } from "../orders/send-order.ts";
import { settlePurchase } from "../orders/settle-purchase.ts";
import type { Route } from "./+types/checkout";

/** The outcome of a purchase that placed no new order. */
interface Answered {
  /** How the cart differed from the catalog before it was updated. */
  difference?: CartDifference;
  /** The number of the order that an earlier attempt placed. */
  placed?: string;
  errors?: FieldErrors;
  failure?: OrderFailure;
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Checkout",
    description: "Review your order and pay. We never see or store your card details.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid } = requireVerifiedUser(context);
  const { db, payments } = context.get(shopContext);
  const delivery = ownDelivery((await readOrderTerms(db)).delivery);
  const billingAddress = billingAddressOf(await readCustomer(db, uid));
  return { billingAddress, paysElsewhere: payments.hasCheckout, ...(delivery && { delivery }) };
}

/** Answers a form posted without JavaScript. It can't order: the card's fields have no names. */
export async function action({ request, context }: Route.ActionArgs) {
  requireVerifiedUser(context);
  const { paymentMethod = "", billingAddress = "" } = textFields(await readForm(request));
  const typed = { paymentMethod, billingAddress };
  const { errors = {} } = validate(paymentForm(new Date()), typed);
  return data({ errors, typed }, 400);
}

/** Posts the order. Its items leave the cart once it is placed; an outdated cart is updated. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const order = await request.text();
  const { checkoutKey, lines, currency = defaultCurrency } = JSON.parse(order) as OrderForm;
  const answer = await answerOrFailure(() => sendOrder(order));
  if ("orderNumber" in answer && answer.payAt) return redirectToPayment(answer.payAt);
  if ("orderNumber" in answer) {
    settlePurchase(checkoutKey, lines);
    throw redirect(href("/order-confirmation/:orderNumber", { orderNumber: answer.orderNumber }));
  }
  if ("placed" in answer) {
    settlePurchase(checkoutKey, answer.placed.lines);
    return { placed: answer.placed.orderNumber };
  }
  if ("problems" in answer) return { difference: reconcile(answer, currency) };
  if ("errors" in answer && (answer.errors.paymentMethod || answer.errors.billingAddress)) return answer;
  const failure = "failure" in answer ? answer.failure : "unexpected";
  showToast({ type: "error", title: "Order not confirmed", text: failureTexts[failure] }, toastLives.account);
  return { failure };
}

/** Goes to the provider's page. Cart and key stay until the order is paid, and the Back button finds the form ready. */
async function redirectToPayment(address: string) {
  const { promise: cameBack, resolve } = Promise.withResolvers<unknown>();
  window.addEventListener("pageshow", resolve, { once: true });
  window.location.assign(address);
  await cameBack;
  return {};
}

/** Updates the cart to the catalog. @returns how it differed */
function reconcile({ problems, delivery }: Extract<OrderAnswer, { problems: unknown }>, currency: Currency) {
  const lines = cartLines();
  forgetCartProducts();
  changeCart({ type: "replace", lines: reconcileCart(lines, problems) });
  return differenceOf(lines, problems, { currency, delivery: delivery?.terms, seenDeliveryCents: delivery?.seenCents });
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, ...customer } = loaderData;
  const lines = useCart();
  const currency = useContext(CurrencyContext);
  const products = useCartProducts(lines);
  const busy = useNavigation().state !== "idle";
  const submit = useSubmit();
  const answer = (actionData ?? {}) as Answered;
  const { placed, errors, failure } = answer;
  const [accepted, setAccepted] = useState<Answered>();
  const told = answer === accepted ? undefined : answer.difference;
  const problems = findProblems(lines ?? [], products);

  useEffect(() => forgetRemoval, []);

  function purchase(payment: Payment) {
    const lines = cartLines();
    const order: OrderForm = {
      ...payment,
      ...(currency !== defaultCurrency && { currency }),
      checkoutKey: keepIdempotencyKey(),
      lines: lines.map(({ id, quantity, priceCents }) => ({ id, quantity, priceCents })),
      ...pickAdjustments(calculateSums(lines, { delivery })),
    };
    submit(order, { method: "post", encType: "application/json" });
  }

  function acceptTold() {
    setAccepted(answer);
    document.querySelector<HTMLElement>("#payment [type=submit]")?.focus();
  }

  const form = (
    <PaymentForm busy={busy} answer={actionData} {...customer} onPay={purchase}>
      {told && (
        <FormNote>
          <p className="mb-2 font-semibold">
            {told.isDeliveryAlone
              ? "Your shipping cost has changed. Complete Purchase places your order at the new total."
              : "Your cart has changed. Complete Purchase places your updated order."}
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
          title={`Your order hasn't been placed because ${told.isDeliveryAlone ? "the shipping cost" : "your cart"} has changed.`}
          isAnswer
          onAccept={acceptTold}
        />
      )}
      {problems.length > 0 && <CartUpdate lines={lines} problems={problems} delivery={delivery} />}
      {placed && <AlreadyPlaced orderNumber={placed} />}
      {lines.length === 0 ? (
        <>
          <CartLines lines={lines} products={products} />
          <EmptyCart />
        </>
      ) : (
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16">
          <section aria-labelledby="overview">
            <h2 id="overview" className="mb-4 text-2xl">
              Your order
            </h2>
            <CartLines lines={lines} products={products} />
            <CartTotals lines={lines} delivery={delivery} />
          </section>
          {form}
        </div>
      )}
    </div>
  );
}

/** A note above the button, read out with it. */
function FormNote({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-berry p-4 text-sm">{children}</div>;
}

/** Shown until the browser has read the cart. */
function Loading() {
  return (
    <>
      <noscript>
        <p className="mx-auto max-w-page px-4 pt-12 sm:px-6">
          Please turn on JavaScript to pay. Your card details never reach us.
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

function requireVerifiedUser(context: Route.LoaderArgs["context"]) {
  const user = requireUser(context, "cart");
  if (!user.emailVerified) throw redirect(redirectTarget(false, "cart"));
  return user;
}
