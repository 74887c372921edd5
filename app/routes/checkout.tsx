import { useContext, useEffect, useState } from "react";
import { data, href, redirect, useNavigation, useSubmit } from "react-router";
import { areaOf, billingAddressOf, readCustomer } from "#shop/accounts/customer-account.ts";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { findProblems, withPricing } from "#shop/cart/compare-cart.ts";
import type { CartDifference } from "#shop/checkout/describe-changes.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { paymentForm } from "#shop/checkout/payment-form.ts";
import { arrivalDays } from "#shop/delivery/arrival-days.ts";
import { standardDelivery } from "#shop/delivery/delivery.ts";
import { dependsOnArea } from "#shop/delivery/delivery-area.ts";
import { checkoutDelivery, type DeliveryOption, optionsFor } from "#shop/delivery/delivery-option.ts";
import { readDeliveryOptions } from "#shop/delivery/read-delivery.ts";
import { hasDiscounts } from "#shop/discounts/check-discount.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import { refusalFor, refusalMessage } from "#shop/discounts/discount-refusal.ts";
import { type FieldErrors, textFields, validate } from "#shop/forms/validate.ts";
import { paysOffline } from "#shop/orders/payment/offline-payment.ts";
import { calculateSums, pickAdjustments } from "#shop/orders/sums.ts";
import { readLastPurchase } from "#shop/orders/views/read-order.ts";
import { readOrderTerms } from "#shop/settings/settings.ts";
import { dayOf } from "#shop/values/days.ts";
import { defaultCurrency } from "#shop/values/money.ts";
import { CurrencyContext } from "#ui/currency.ts";
import { redirectTarget } from "#web/origin.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireUser } from "../accounts/session.server.ts";
import { CartChanges, CartUpdate, ChangeList } from "../cart/cart-changes.tsx";
import { CartLines } from "../cart/cart-lines.tsx";
import { cartLines, forgetRemoval, useCart } from "../cart/cart-store.ts";
import { CartTotals } from "../cart/cart-totals.tsx";
import { EmptyCart } from "../cart/empty-cart.tsx";
import { useCartProducts } from "../cart/product-store.ts";
import { reconcile, redirectToPayment } from "../checkout/answer-purchase.ts";
import { applyCode } from "../checkout/apply-code.server.ts";
import { AlreadyPlaced, changedPart, FormNote } from "../checkout/checkout-notes.tsx";
import { CheckoutLoading, WithoutScripts } from "../checkout/checkout-without-scripts.tsx";
import { DeliveryOptions } from "../checkout/delivery-options.tsx";
import { DiscountCode } from "../checkout/discount-code.tsx";
import { keepIdempotencyKey } from "../checkout/idempotency-key.ts";
import { OrderTotal } from "../checkout/order-total.tsx";
import { type Payment, PaymentForm } from "../checkout/payment-fields.tsx";
import { failureNotes, failureTexts, type OrderFailure, sendOrder } from "../checkout/send-order.ts";
import { settlePurchase } from "../checkout/settle-purchase.ts";
import { useDelivery } from "../checkout/use-delivery.ts";
import { useDiscount } from "../checkout/use-discount.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { showToast, toastLives } from "../layout/toasts.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/checkout";

/** The outcome of a purchase that placed no new order. */
interface Answered {
  /** How the cart differed from the catalog before it was updated. */
  difference?: CartDifference;
  /** The number of the order that an earlier attempt placed. */
  placed?: string;
  errors?: FieldErrors;
  failure?: OrderFailure;
  /** What the customer's code does now. */
  discount?: DiscountTerms;
  /** What a form without scripts sent. */
  typed?: Record<string, string>;
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
  const shop = context.get(shopContext);
  const { db, payments, settings, now } = shop;
  const { countries } = await readOrderTerms(db);
  const options = await readDeliveryOptions(db);
  const delivery = checkoutDelivery(options);
  const customer = await readCustomer(db, uid);
  const area = dependsOnArea(options, countries) && { countries, stored: areaOf(customer, countries) };
  const lastMethod = payments.hasCheckout ? (await readLastPurchase(db, uid))?.paymentMethod : undefined;
  const days = delivery.choice?.map((option) => option.days) ?? [(delivery.delivery ?? standardDelivery).days];
  return {
    billingAddress: billingAddressOf(customer, { hasArea: area !== false }),
    ...(area && { area }),
    paysElsewhere: payments.hasCheckout,
    arrivals: arrivalDays(dayOf(now(), settings.timeZone), days),
    ...(paysOffline(shop) && { paysOffline: true }),
    ...(lastMethod && { lastMethod }),
    ...(settings.takesNotes && { takesNotes: true }),
    ...(settings.takesPhones && { takesPhones: true }),
    ...delivery,
    ...((await hasDiscounts(db)) && { takesCodes: true }),
  };
}

/** Checks a discount code, or answers a payment form posted without JavaScript. That can't order: the card's fields have no names. */
export async function action({ request, context }: Route.ActionArgs) {
  const { uid: userId } = requireVerifiedUser(context);
  const form = textFields(await readForm(request));
  const { step, discountCode, checkoutKey } = form;
  if (step === "discount") return applyCode(request, context, { userId, discountCode, checkoutKey });
  const { paymentMethod = "", billingAddress = "" } = form;
  const typed = { paymentMethod, billingAddress };
  const { errors = {} } = validate(paymentForm(new Date()), typed);
  return data({ errors, typed }, 400);
}

/** Posts the order, unless it is a discount code that is posted. Its items leave the cart once it is placed; an outdated cart is updated. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return answerOrFailure(serverAction);
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
  if ("problems" in answer) {
    return { difference: reconcile(answer, currency), ...(answer.discount && { discount: answer.discount.terms }) };
  }
  if ("errors" in answer && shownErrors.some((field) => answer.errors[field])) return answer;
  const failure = "failure" in answer ? answer.failure : "unexpected";
  showToast({ type: "error", title: "Order not confirmed", text: failureTexts[failure] }, toastLives.account);
  return { failure };
}

const shownErrors = [
  "paymentMethod",
  "billingAddress",
  "country",
  "zipCode",
  "discountCode",
  "delivery",
  "note",
  "phone",
];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery: onlyTerms, choice, takesCodes = false, arrivals, ...customer } = loaderData;
  const cart = useCart();
  const [ordered, setOrdered] = useState<CartLine[]>();
  const currency = useContext(CurrencyContext);
  const busy = useNavigation().state !== "idle";
  // A purchase empties the cart. The page keeps its lines until the receipt has loaded.
  const lines = busy && ordered && cart?.length === 0 ? ordered : cart;
  const products = useCartProducts(lines);
  const submit = useSubmit();
  const answer = (actionData ?? {}) as Answered;
  const { placed, errors, failure } = answer;
  const [accepted, setAccepted] = useState<Answered>();
  const told = answer === accepted ? undefined : answer.difference;
  const problems = findProblems(lines ?? [], products);
  const code = useDiscount(answer, takesCodes);
  const { discount } = code;
  const priced = withPricing(lines ?? [], products);
  const refusal = discount && priced.every(({ id }) => products.has(id)) ? refusalFor(priced, discount) : undefined;
  const { subtotalCents, discountCents } = calculateSums(priced, { discount });
  const options = useDelivery(choice, {
    area: customer.area?.stored ?? {},
    discountedCents: subtotalCents - discountCents,
  });
  const delivery = options?.isNowhere
    ? { ...options.option, name: "Not to this address" }
    : (options?.option ?? onlyTerms);

  useEffect(() => forgetRemoval, []);

  function purchase(payment: Payment) {
    // Browsers may have filled in the area without an event.
    options?.setArea(payment);
    if (choice && !optionsFor(choice, payment).some(({ id }) => id === options?.option.id)) return;
    const lines = cartLines();
    setOrdered(lines);
    const order: OrderForm = {
      ...payment,
      ...(currency !== defaultCurrency && { currency }),
      checkoutKey: keepIdempotencyKey(),
      lines: lines.map(({ id, quantity, priceCents }) => ({ id, quantity, priceCents })),
      ...(discount && { discountCode: discount.code }),
      ...(options && postedOption(options.option)),
      ...pickAdjustments(calculateSums(withPricing(lines, products), { delivery, discount })),
    };
    submit(order, { method: "post", encType: "application/json" });
  }

  function costOf(option: DeliveryOption) {
    return calculateSums(priced, { delivery: option, discount }).deliveryCents;
  }

  function arrivalOf(terms: { days: number; isPickup?: boolean }) {
    const day = arrivals[terms.days];
    if (day === undefined || options?.isNowhere) return undefined;
    return { label: terms.isPickup ? "Ready for pickup" : "Estimated delivery", day };
  }

  function acceptTold() {
    setAccepted(answer);
    document.querySelector<HTMLElement>("#payment [type=submit]")?.focus();
  }

  const form = (
    <PaymentForm
      busy={busy}
      answer={actionData}
      {...customer}
      delivery={options && ((error) => <DeliveryOptions state={options} costOf={costOf} error={error} />)}
      isShipped={!options?.isNowhere && !options?.option.isPickup}
      onArea={options?.setArea}
      onPay={purchase}
      total={
        lines && (
          <OrderTotal
            lines={priced}
            delivery={delivery}
            discount={discount}
            arrival={arrivalOf(delivery ?? standardDelivery)}
          />
        )
      }
    >
      {told && (
        <FormNote>
          <p className="mb-2 font-semibold">
            {told.isDeliveryAlone || told.isDiscountAlone
              ? `Your ${told.isDiscountAlone ? "discount" : "shipping cost"} has changed. Complete Purchase places your order at the new total.`
              : "Your cart has changed. Complete Purchase places your updated order."}
          </p>
          <ChangeList {...told} />
        </FormNote>
      )}
      {failure && <FormNote>{failureNotes[failure]}</FormNote>}
    </PaymentForm>
  );
  if (!lines || (lines.length === 0 && busy)) {
    const isPosted = errors !== undefined || answer.discount !== undefined;
    return isPosted ? (
      <WithoutScripts form={form} answer={answer} takesCodes={takesCodes} />
    ) : (
      <CheckoutLoading takesCodes={takesCodes} />
    );
  }

  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Checkout</h1>
      {told && (
        <CartChanges
          difference={told}
          title={`Your order hasn't been placed because ${changedPart(told)} has changed.`}
          isAnswer
          onAccept={acceptTold}
        />
      )}
      {problems.length > 0 && <CartUpdate lines={priced} problems={problems} delivery={delivery} discount={discount} />}
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
            {takesCodes && <DiscountCode state={code} problem={refusal && refusalMessage(refusal, currency)} />}
            <CartTotals lines={priced} delivery={delivery} discount={discount} />
          </section>
          {form}
        </div>
      )}
    </div>
  );
}

function postedOption({ id, name, days }: DeliveryOption) {
  return { delivery: id, deliverySeen: { name, days } };
}

function requireVerifiedUser(context: Route.LoaderArgs["context"]) {
  const user = requireUser(context, "cart");
  if (!user.emailVerified) throw redirect(redirectTarget(false, "cart"));
  return user;
}
