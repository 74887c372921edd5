import { href, redirect } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signOut } from "#shop/accounts/accounts.ts";
import { shopContext } from "#web/request-context.ts";
import { visitorOf } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import type { Route } from "./+types/sign-out";

/** Signing out is a form's work; who comes by address goes home. */
export function loader() {
  return redirect(href("/"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const headers = await signOut(context.get(shopContext).accounts, visitorOf(request, context));
  return redirect(href("/"), { headers });
}

/** The browser knows the way by itself, so that what fetches this form's part ahead asks the server for nothing. */
export function clientLoader() {
  return redirect(href("/"));
}

/** A sign-out that doesn't go through says so; the page stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Sign out failed", serverAction);
  // biome-ignore lint/suspicious/noConsole: a failed sign-out is logged besides its toast
  console.info("Sign out failed:", failureMessage(answer));
  return answer;
}

/** What is shown when it fails; with it, the way home is a page's, in the shop's look. */
export { ErrorView as ErrorBoundary } from "../frame/error-view.tsx";
