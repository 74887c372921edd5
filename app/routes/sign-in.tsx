import { useEffect, useState } from "react";
import { data, Form, Link, redirect, useLocation, useNavigate, useNavigation } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { signInForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { signInCustomer } from "#shop/accounts/account-requests.ts";
import { textFields, validate } from "#shop/validate.ts";
import { FormPage } from "../components/form-page.tsx";
import { ResetDialog } from "../components/reset-dialog.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { signedInDelay } from "../delays.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { PasswordField, TextField } from "../forms/fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { destinationOf, parseOrigin, readOrigin, redirectTarget } from "../origin.ts";
import { readForm } from "../posted-form.server.ts";
import { refusal } from "../refusal.server.ts";
import { isDocumentRequest, sendSignedInOn, visitorOf } from "../session.server.ts";
import type { Route } from "./+types/sign-in";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Sign in",
    description: "Sign in to check out, to see your orders and to change your profile.",
    unlisted: true,
  });
}

export { sharedPageHeaders as headers } from "#server/shared-page.ts";

/** Whoever is signed in already goes on. */
export function loader({ request, context }: Route.LoaderArgs) {
  sendSignedInOn(request, context);
  return null;
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const form = textFields(await readForm(request));
  const { values, errors } = validate(signInForm, form);
  if (errors) return data({ errors }, 400);
  try {
    const { headers, emailVerified } = await signInCustomer(
      context.get(shopContext),
      values,
      visitorOf(request, context),
    );
    if (isDocumentRequest(request)) return redirect(redirectTarget(emailVerified, parseOrigin(form.from)), { headers });
    return data({ signedIn: { emailVerified } }, { headers });
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const from = readOrigin(location);
  const [resetting, setResetting] = useState(new URLSearchParams(location.search).has("reset"));
  const answer = actionData && "signedIn" in actionData ? actionData.signedIn : undefined;
  const { props, field } = useForm({
    id: "sign-in",
    schema: signInForm,
    sent: actionData && "errors" in actionData ? actionData.errors : undefined,
  });

  useEffect(() => {
    const text = failureMessage(actionData);
    if (text) showToast({ type: "error", title: "Sign In Failed", text });
  }, [actionData]);

  useEffect(() => {
    if (!answer) return;
    showToast({ type: "success", title: "Welcome Back!", text: "You have successfully signed in." });
    const destination = destinationOf(answer.emailVerified, from);
    const timer = setTimeout(() => navigate(destination, { state: from && { from } }), signedInDelay);
    return () => clearTimeout(timer);
  }, [answer, from, navigate]);

  return (
    <FormPage title="Sign in" problem={failureMessage(actionData)}>
      {new URLSearchParams(location.search).get("link") === "expired" && (
        <p role="alert" className="mb-6 text-berry">
          That link is no longer good. Sign in to have a new one sent.
        </p>
      )}
      <Form method="post" state={from && { from }} {...props}>
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField {...field("email")} label="Email" name="email" type="email" autoComplete="username" />
        <PasswordField {...field("password")} label="Password" name="password" autoComplete="current-password" />
        <SubmitButton busy={navigation.formAction?.startsWith("/sign-in") || answer !== undefined}>
          Sign in
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        Forgot your password? Reset it{" "}
        {/* biome-ignore lint/a11y/noAmbiguousAnchorText: the specification's own word for the link */}
        <a
          href="/sign-in?reset"
          className="text-link"
          onClick={(event) => {
            event.preventDefault();
            setResetting(true);
          }}
        >
          here
        </a>
        .
      </p>
      {resetting && <ResetDialog onClose={() => setResetting(false)} />}
      <p className="mt-3 text-center text-soft">
        New here?{" "}
        <Link to={from ? `/sign-up?from=${from}` : "/sign-up"} state={from && { from }} className="text-link">
          Sign up
        </Link>
      </p>
    </FormPage>
  );
}
