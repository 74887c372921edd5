import { useEffect, useState } from "react";
import { Link, redirect, useNavigation, useSubmit } from "react-router";
import type { OrderAnswer } from "#server/take-order.ts";
import { networkMessage } from "#shop/accounts/account-messages.ts";
import { describeProblem, mendCart } from "#shop/orders/line-problems.ts";
import { forgetCheckoutKey, keepCheckoutKey } from "../cart/cart-storage.ts";
import { cartLines, changeCart, forgetRemoval, useCart } from "../cart/cart-store.ts";
import { CartLines } from "../components/cart-lines.tsx";
import { CartTotal } from "../components/cart-total.tsx";
import { EmptyCart } from "../components/empty-cart.tsx";
import { Loader } from "../components/loader.tsx";
import { type Payment, PaymentForm } from "../components/payment-form.tsx";
import { showToast, toastLives } from "../components/toasts.tsx";
import { answerOrFailure, type Failure } from "../forms/answer-or-failure.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { redirectTarget } from "../origin.ts";
import { requireViewer } from "../session.server.ts";
import { unavailableStatuses } from "../unavailable.ts";
import type { Route } from "./+types/checkout";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Checkout",
    description: "Look over your order and pay for it. Your card is checked in your browser and never stored.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ context }: Route.LoaderArgs) {
  requireVerifiedViewer(context);
  return { checkoutKey: crypto.randomUUID() };
}

/** An order whose answer got lost may stand: its key finds it again. */
const failureTexts = {
  network: networkMessage,
  unavailable:
    "The shop can't be reached right now. Your cart is still here; please try again. Nothing is ordered twice.",
  unexpected: "Your order could not be saved. Nothing was ordered; please try again.",
};

/** The cart is emptied when, and only when, its order stands; one that has aged is brought up to date. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const answer = await answerOrFailure(() => sendOrder(request));
  if ("orderNumber" in answer) {
    forgetCheckoutKey();
    changeCart({ type: "clear" });
    throw redirect(`/order-confirmation/${answer.orderNumber}`);
  }
  if ("failure" in answer) return { failure: answer.failure };
  const lines = cartLines();
  const changes = answer.problems.flatMap((problem) => {
    const line = lines.find(({ id }) => id === problem.id);
    return line ? [describeProblem(problem, line)] : [];
  });
  changeCart({ type: "replace", lines: mendCart(lines, answer.problems) });
  return { changes };
}

/** @throws a redirect when the session has ended meanwhile */
async function sendOrder(request: Request): Promise<OrderAnswer | Failure> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/checkout", { method: "POST", headers, body: await request.text() });
  if (unavailableStatuses.includes(answer.status)) return { failure: "unavailable" };
  if (answer.redirected) {
    const { pathname, search } = new URL(answer.url);
    throw redirect(pathname + search);
  }
  return answer.json();
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const lines = useCart();
  const busy = useNavigation().state !== "idle";
  const submit = useSubmit();
  // The key that this page came with: loading the data anew mustn't make a second purchase of the first one.
  const [mintedKey] = useState(loaderData.checkoutKey);
  const answer = actionData as Awaited<ReturnType<typeof clientAction>> | undefined;
  const failure = answer && "failure" in answer ? answer.failure : undefined;

  useEffect(() => forgetRemoval, []);

  useEffect(() => {
    if (failure)
      showToast({ type: "error", title: "Order not saved", text: failureTexts[failure] }, toastLives.account);
  }, [failure]);

  if (!lines || (lines.length === 0 && busy)) return <Loader />;

  function purchase(payment: Payment) {
    const bought = cartLines();
    const order = {
      ...payment,
      checkoutKey: keepCheckoutKey(bought, mintedKey),
      lines: bought.map(({ id, quantity, priceCents }) => ({ id, quantity, priceCents })),
    };
    submit(order, { method: "post", encType: "application/json" });
  }

  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Checkout</h1>
      {answer?.changes && <Changes changes={answer.changes} />}
      {lines.length === 0 ? (
        <>
          <CartLines lines={lines} />
          <EmptyCart />
        </>
      ) : (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16">
          <section aria-labelledby="overview">
            <h2 id="overview" className="mb-4 text-2xl">
              Your order
            </h2>
            <CartLines lines={lines} />
            <CartTotal lines={lines} />
          </section>
          <PaymentForm busy={busy} onPay={purchase} />
        </div>
      )}
    </div>
  );
}

/** What has changed since the cart was filled. Nothing was ordered; the shopper looks, and buys again. */
function Changes({ changes }: { changes: string[] }) {
  return (
    <div role="alert" className="mb-8 rounded-xl border border-berry p-5">
      <p className="mb-1 font-semibold">Your cart has changed, so nothing was ordered yet. Please look it over.</p>
      <ul className="list-disc pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {cartLines().length === 0 && (
        <Link to="/products" className="text-link">
          Browse products
        </Link>
      )}
    </div>
  );
}

function requireVerifiedViewer(context: Route.LoaderArgs["context"]) {
  const viewer = requireViewer(context, "cart");
  if (!viewer.emailVerified) throw redirect(redirectTarget(false, "cart"));
  return viewer;
}
