import { href, redirect } from "react-router";
import { reconcileCart, withPricing } from "#shop/cart/compare-cart.ts";
import type { OutdatedCart } from "#shop/checkout/checkout-answer.ts";
import { differenceOf, type SeenPrices } from "#shop/checkout/describe-changes.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { sentFields } from "#shop/checkout/payment-form.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { Formats } from "#shop/values/locale.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { forgetCartProducts, loadedCartProducts } from "../cart/product-store.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { showToast, toastLives } from "../page/toasts.ts";
import { failureTexts, type OrderFailure, sendOrder } from "./send-order.ts";
import { settlePurchase } from "./settle-purchase.ts";

interface OutdatedLines {
  lines: Parameters<typeof differenceOf>[0];
  problems: OutdatedCart["problems"];
  shown: SeenPrices;
}

/** How a cart differed from the catalog, in words and sums. */
export function describeOutdated({ lines, problems, shown }: OutdatedLines, formats: Formats) {
  return differenceOf(lines, problems, { ...shown, formats });
}

/** How a purchase was answered that placed no new order. */
export interface PurchaseAnswer {
  /** The cart before it was updated to the catalog. */
  outdated?: OutdatedLines;
  /** The number of the order that an earlier attempt placed. */
  placed?: string;
  errors?: FieldErrors;
  failure?: OrderFailure;
  /** What the customer's code does now. */
  discount?: DiscountTerms;
  /** What a form without scripts sent. */
  typed?: Record<string, string>;
}

/** Errors that the page shows at a field. */
const shownErrors = [...sentFields, "discountCode", "delivery"];

/**
 * Posts an order. Its items leave the cart once it is placed; an outdated cart is updated.
 *
 * @param order as JSON
 * @throws a redirect to the receipt
 */
export async function purchase(order: string): Promise<PurchaseAnswer> {
  const posted = JSON.parse(order) as OrderForm;
  const { checkoutKey, lines } = posted;
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
    return {
      outdated: reconcile(answer),
      ...(answer.discount && { discount: answer.discount.terms }),
    };
  }
  if ("errors" in answer && shownErrors.some((field) => answer.errors[field])) return answer;
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
function reconcile({ problems, delivery, discount, ...answered }: OutdatedCart): OutdatedLines {
  const lines = cartLines();
  const withTheirs = withPricing(lines, loadedCartProducts());
  forgetCartProducts();
  changeCart({ type: "replace", lines: reconcileCart(lines, problems) });
  const shown = {
    ...{ delivery: delivery?.terms, seenDeliveryCents: delivery?.seenCents },
    ...{ discount: discount?.terms, seenDiscountCents: discount?.seenCents, answered },
  };
  return { lines: withTheirs, problems, shown };
}
