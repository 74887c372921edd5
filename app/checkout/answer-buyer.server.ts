import { data, href, type RouterContextProvider, redirect } from "react-router";
import { formErrorCode } from "#shop/accounts/account-error.ts";
import { codeForm, codeRequestForm } from "#shop/accounts/account-forms.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { requestSignInCode, signInCustomer } from "#shop/accounts/account-requests.ts";
import { validate } from "#shop/forms/validate.ts";
import { shopContext } from "#web/request-context.ts";
import { isDocumentRequest, requestMetadata } from "../accounts/session.server.ts";
import { type BuyerAnswer, newCode } from "./use-buyer.ts";

/** Emails a code to a visitor, or signs them in by it. */
export function answerBuyer(request: Request, context: Readonly<RouterContextProvider>, form: Record<string, string>) {
  const isCode = form.code !== undefined && form.step !== newCode;
  return isCode ? signIn(request, context, form) : sendCode(request, context, form);
}

async function sendCode(request: Request, context: Readonly<RouterContextProvider>, form: Record<string, string>) {
  const { values, errors } = validate(codeRequestForm, form);
  const typed = { email: form.email ?? "" };
  if (errors) return data<BuyerAnswer>({ errors, typed }, 400);
  try {
    await requestSignInCode(context.get(shopContext), values.email, requestMetadata(request, context));
    return data<BuyerAnswer>({ codeSentTo: values.email });
  } catch (error) {
    return refuse(error, (message) => ({ errors: { email: message }, typed }));
  }
}

async function signIn(request: Request, context: Readonly<RouterContextProvider>, form: Record<string, string>) {
  const { values, errors } = validate(codeForm, form);
  const { email = "" } = form;
  if (errors?.email) return data<BuyerAnswer>({ errors, typed: { email } }, 400);
  if (errors) return data<BuyerAnswer>({ codeSentTo: email, errors }, 400);
  try {
    const { headers } = await signInCustomer(context.get(shopContext), values, requestMetadata(request, context));
    if (isDocumentRequest(request)) return redirect(href("/checkout"), { headers });
    return data<BuyerAnswer>({ signedInAs: values.email }, { headers });
  } catch (error) {
    return refuse(error, (message) => ({ codeSentTo: values.email, errors: { code: message } }));
  }
}

/** @throws any error without a message for shoppers */
function refuse(error: unknown, answer: (message: string) => BuyerAnswer) {
  const code = formErrorCode(error);
  if (!code) throw error;
  return data(answer(accountMessage(code)), code === "TOO_MANY_REQUESTS" ? 429 : 422);
}
