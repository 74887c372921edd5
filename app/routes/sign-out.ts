import { href, redirect } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signOut } from "#shop/accounts/accounts.ts";
import { leaveWithCart } from "#shop/checkout/cart-without-scripts.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata } from "../accounts/session.server.ts";
import { holderOf } from "../cart-page/kept-cart.server.ts";
import { forgetKeptCheckout } from "../checkout/kept-checkout.ts";
import { answerForm } from "../forms/answer-form.ts";
import type { Route } from "./+types/sign-out";

/** Signing out needs a POST; a GET redirects home. */
export function loader() {
  return redirect(href("/"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const cookie = await leaveWithCart(shop, holderOf(request, context));
  const headers = await signOut(shop.accounts, requestMetadata(request, context));
  if (cookie) headers.append("set-cookie", cookie);
  return redirect(href("/"), { headers });
}

/** Runs in the browser, so that prefetching this form's code sends no request to the server. */
export function clientLoader() {
  return redirect(href("/"));
}

/** A failed sign-out shows a toast and keeps the page, and what was typed at the checkout. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await answerForm("Sign out failed", serverAction);
    // biome-ignore lint/suspicious/noConsole: failed sign-outs are logged (docs/specification.md#titles-of-toasts)
    console.info("Sign out failed:", failureMessage(answer));
    return answer;
  } catch (redirect) {
    forgetKeptCheckout();
    throw redirect;
  }
}

/** Exporting a component makes this a page, so that errors get the layout of the shop. */
export { ErrorView as ErrorBoundary } from "../errors/error-view.tsx";
