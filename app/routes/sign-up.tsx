import { useEffect, useMemo } from "react";
import { data, Form, Link, redirect, useLocation, useNavigate, useNavigation } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { signUpForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signUpCustomer } from "#shop/accounts/account-requests.ts";
import { textFields, validate } from "#shop/validate.ts";
import { FormPage } from "../components/form-page.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { signedInDelay } from "../delays.ts";
import { AddressFields } from "../forms/address-fields.tsx";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { TextField } from "../forms/fields.tsx";
import { NewPasswordFields } from "../forms/new-password-fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { parseOrigin, readOrigin, redirectTarget } from "../origin.ts";
import { readForm } from "../posted-form.server.ts";
import { refusal } from "../refusal.server.ts";
import { isDocumentRequest, sendSignedInOn, visitorOf } from "../session.server.ts";
import type { Route } from "./+types/sign-up";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Sign up",
    description: "Make an account to check out and keep your receipts.",
    unlisted: true,
  });
}

export { sharedPageHeaders as headers } from "#server/shared-page.ts";

/** Whoever is signed in already goes on. */
export function loader({ request, context }: Route.LoaderArgs) {
  sendSignedInOn(request, context);
  return { today: isoDay(context.get(shopContext).now()) };
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = textFields(await readForm(request));
  const { values, errors } = validate(signUpForm(isoDay(shop.now())), form);
  if (errors) return data({ errors }, 400);
  try {
    const headers = await signUpCustomer(shop, values, visitorOf(request, context));
    if (isDocumentRequest(request)) return redirect(redirectTarget(false, parseOrigin(form.from)), { headers });
    return data({ signedUp: true }, { headers });
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function SignUp({ actionData, loaderData: { today } }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const from = readOrigin(location);
  const signedUp = actionData !== undefined && "signedUp" in actionData;
  const { props, field } = useForm({
    id: "sign-up",
    schema: useMemo(() => signUpForm(today), [today]),
    sent: actionData && "errors" in actionData ? actionData.errors : undefined,
  });

  useEffect(() => {
    const text = failureMessage(actionData);
    if (text) showToast({ type: "error", title: "Registration Failed", text });
  }, [actionData]);

  useEffect(() => {
    if (!signedUp) return;
    const text = "Check your inbox: we have sent you a link to verify your email.";
    showToast({ type: "success", title: "Account Created!", text });
    const timer = setTimeout(() => navigate("/verify-email", { state: from && { from } }), signedInDelay);
    return () => clearTimeout(timer);
  }, [signedUp, from, navigate]);

  return (
    <FormPage title="Sign up" problem={failureMessage(actionData)} wide>
      <Form method="post" state={from && { from }} {...props} className="grid gap-x-4 sm:grid-cols-2">
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField
          {...field("firstname")}
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("lastname")}
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          maxLength={textLimit}
        />
        <TextField
          {...field("dateOfBirth")}
          label="Date of birth"
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          className="sm:col-span-2"
        />
        <AddressFields field={field} />
        <TextField
          {...field("email")}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={textLimit}
          className="sm:col-span-2"
        />
        <NewPasswordFields field={field} />
        <SubmitButton
          busy={navigation.formAction?.startsWith("/sign-up") || signedUp}
          className="mt-4 w-full sm:col-span-2"
        >
          Sign up
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        Have an account?{" "}
        <Link to={from ? `/sign-in?from=${from}` : "/sign-in"} state={from && { from }} className="text-link">
          Sign in
        </Link>
      </p>
    </FormPage>
  );
}

function isoDay(moment: Date) {
  return moment.toISOString().slice(0, 10);
}
