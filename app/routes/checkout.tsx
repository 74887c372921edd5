import { data, redirect } from "react-router";
import { paymentForm } from "#shop/checkout/payment-form.ts";
import { readCheckout } from "#shop/checkout/read-checkout.ts";
import { textFields, validate } from "#shop/forms/validate.ts";
import { type LinkedCode, redirectTarget } from "#web/origin.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireUser, userContext } from "../accounts/session.server.ts";
import { CartLines } from "../cart-page/cart-lines.tsx";
import { EmptyCart } from "../cart-page/empty-cart.tsx";
import { answerBuyer } from "../checkout/answer-buyer.server.ts";
import { type PurchaseAnswer, purchase } from "../checkout/answer-purchase.ts";
import { applyCode } from "../checkout/apply-code.server.ts";
import styles from "../checkout/checkout.css?url";
import { CheckoutForm } from "../checkout/checkout-form.tsx";
import { PageNotes } from "../checkout/checkout-notes.tsx";
import { CheckoutLoading, WithoutScripts } from "../checkout/checkout-without-scripts.tsx";
import { BuyerForm, EmailSection } from "../checkout/email-section.tsx";
import { OrderOverview } from "../checkout/summary.tsx";
import { type BuyerAnswer, isAboutBuyer } from "../checkout/use-buyer.ts";
import { useCheckout } from "../checkout/use-checkout.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/checkout";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Checkout",
    description: "Review your order and pay.",
    unlisted: true,
  });
}

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  if (isQuickVisitor(context)) return readCheckout(shop, undefined);
  const { uid } = requireVerifiedUser(context, { code: url.searchParams.get("code") });
  return readCheckout(shop, uid);
}

/**
 * Takes a visitor's email or code, checks a discount code, or answers a payment form posted without JavaScript. That can't order: the card's fields
 * have no names.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const customer = isQuickVisitor(context) ? undefined : requireVerifiedUser(context);
  const form = textFields(await readForm(request));
  const { step, discountCode, checkoutKey } = form;
  if (step === "discount")
    return applyCode(request, context, { ...(customer && { userId: customer.uid }), discountCode, checkoutKey });
  if (!customer) return answerBuyer(request, context, form);
  const { paymentMethod = "", billingAddress = "" } = form;
  const typed = { paymentMethod, billingAddress };
  const { errors = {} } = validate(paymentForm(new Date()), typed);
  return data({ errors, typed }, 400);
}

/** Posts the order, unless it is a discount code that is posted. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isOrder = request.headers.get("content-type")?.startsWith("application/json");
  return isOrder ? purchase(await request.text()) : answerOrFailure(serverAction);
}

export default function Checkout({ loaderData: terms, actionData }: Route.ComponentProps) {
  const answer = (actionData ?? {}) as PurchaseAnswer & BuyerAnswer;
  const checkout = useCheckout(terms, answer);
  const { lines, products, isBusy, buyer } = checkout;
  const form = <CheckoutForm checkout={checkout} terms={terms} />;
  if (!lines || (lines.length === 0 && isBusy)) {
    const email = terms.isVisitor && (
      <>
        <BuyerForm buyer={buyer} />
        <div className="max-w-2xl">
          <EmailSection buyer={buyer} />
        </div>
      </>
    );
    const isPosted = answer.errors !== undefined || answer.discount !== undefined || isAboutBuyer(answer);
    return isPosted ? (
      <WithoutScripts form={email || form} answer={answer} takesCodes={terms.takesCodes} />
    ) : (
      <CheckoutLoading email={email} takesCodes={terms.takesCodes} />
    );
  }
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <h1 className="py-3 text-4xl sm:pt-12 sm:pb-6 sm:text-5xl">Checkout</h1>
      <PageNotes checkout={checkout} terms={terms} />
      {lines.length === 0 ? (
        <>
          <CartLines lines={lines} products={products} />
          <EmptyCart />
        </>
      ) : (
        <div className="checkout-columns">
          <OrderOverview checkout={checkout} terms={terms} />
          {form}
        </div>
      )}
    </div>
  );
}

/** Whether someone checks out who isn't signed in, where the shop lets them. */
function isQuickVisitor(context: Route.LoaderArgs["context"]) {
  return context.get(userContext) === null && context.get(shopContext).settings.quickCheckout;
}

function requireVerifiedUser(context: Route.LoaderArgs["context"], linked?: LinkedCode) {
  const user = requireUser(context, "cart", linked);
  if (!user.emailVerified) throw redirect(redirectTarget(false, "cart", linked));
  return user;
}
