import { data, type RouterContextProvider, redirect } from "react-router";
import { codeForm, codeRequestForm } from "#shop/accounts/account-forms.ts";
import { requestSignInCode, signInCustomer } from "#shop/accounts/account-requests.ts";
import { validate } from "#shop/forms/validate.ts";
import { accountRefusal } from "#web/account-refusal.server.ts";
import { nextStep } from "#web/origin.ts";
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
    const { message, status } = accountRefusal(error);
    return data<BuyerAnswer>({ errors: { email: message }, typed }, status);
  }
}

async function signIn(request: Request, context: Readonly<RouterContextProvider>, form: Record<string, string>) {
  const { values, errors } = validate(codeForm, form);
  const { email = "" } = form;
  if (errors?.email) return data<BuyerAnswer>({ errors, typed: { email } }, 400);
  if (errors) return data<BuyerAnswer>({ codeSentTo: email, errors }, 400);
  try {
    const answer = await signInCustomer(context.get(shopContext), values, requestMetadata(request, context));
    const { headers, isPending } = answer;
    if (isPending || isDocumentRequest(request)) return redirect(nextStep(answer, "cart"), { headers });
    return data<BuyerAnswer>({ signedInAs: values.email }, { headers });
  } catch (error) {
    const { message, status } = accountRefusal(error);
    return data<BuyerAnswer>({ codeSentTo: values.email, errors: { code: message } }, status);
  }
}
