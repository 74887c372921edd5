import { redirect } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { signOut } from "#shop/accounts/accounts.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { visitorOf } from "../session.server.ts";
import type { Route } from "./+types/sign-out";

/** Signing out is a form's work; who comes by address goes home. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const headers = await signOut(context.get(shopContext).accounts, visitorOf(request, context));
  return redirect("/", { headers });
}

/** The browser knows the way by itself, so that what fetches this form's part ahead asks the server for nothing. */
export function clientLoader() {
  return redirect("/");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

/** What is shown when it fails; with it, the way home is a page's, in the shop's look. */
export { ErrorView as ErrorBoundary } from "../components/error-view.tsx";
