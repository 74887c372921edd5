import { data, redirect } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { requestResetForm } from "#shop/accounts/account-forms.ts";
import { requestReset } from "#shop/accounts/account-requests.ts";
import { textFields, validate } from "#shop/validate.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { readForm } from "../posted-form.server.ts";
import { refusal } from "../refusal.server.ts";
import { visitorOf } from "../session.server.ts";
import type { Route } from "./+types/reset-password-request";

/** What the sign-in page's dialog posts to. */
export function loader() {
  return redirect("/sign-in");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, errors } = validate(requestResetForm, textFields(await readForm(request)));
  if (errors) return data({ errors }, 400);
  try {
    await requestReset(context.get(shopContext), values.email, visitorOf(request, context));
    return { requested: true };
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}
