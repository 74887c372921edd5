import { useEffect } from "react";
import {
  data,
  Form,
  Link,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { shopContext } from "#server/request-context.ts";
import { signInForm } from "#shop/accounts/account-forms.ts";
import { accountMessage, failureMessage } from "#shop/accounts/account-messages.ts";
import { signIn } from "#shop/accounts/accounts.ts";
import { validate } from "#shop/validate.ts";
import { FormPage } from "../components/form-page.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { signedInDelay } from "../delays.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { TextField } from "../forms/fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { destinationOf, parseOrigin, readOrigin, redirectTarget } from "../origin.ts";
import { pageTitle } from "../page-title.ts";
import { isDocumentRequest, viewerContext, visitorOf } from "../session.server.ts";
import type { Route } from "./+types/sign-in";

export function meta({ matches }: Route.MetaArgs) {
  return [pageTitle(matches, "Sign in")];
}

/** Whoever is signed in already goes on. */
export function loader({ request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const from = parseOrigin(new URL(request.url).searchParams.get("from"));
  if (viewer) throw redirect(redirectTarget(viewer.emailVerified, from));
  return null;
}

/** After signing in, the page first says so; it goes on by itself. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction ? false : defaultShouldRevalidate;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = Object.fromEntries(await request.formData());
  const { values, errors } = validate(signInForm, form);
  if (errors) return data({ errors }, 400);
  const { accounts } = context.get(shopContext);
  const answer = await signIn(accounts, values, visitorOf(request, context));
  if (answer.error !== undefined) return data({ message: accountMessage(answer.error) }, 401);
  const { headers, emailVerified } = answer;
  if (isDocumentRequest(request)) return redirect(redirectTarget(emailVerified, parseOrigin(form.from)), { headers });
  return data({ signedIn: { emailVerified } }, { headers });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const from = readOrigin(location);
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
      <Form method="post" {...props}>
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField {...field("email")} label="Email" name="email" type="email" autoComplete="username" />
        <TextField
          {...field("password")}
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton busy={navigation.formAction?.startsWith("/sign-in") || answer !== undefined}>
          Sign in
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        New here?{" "}
        <Link to={from ? `/sign-up?from=${from}` : "/sign-up"} state={from && { from }} className="text-link">
          Sign up
        </Link>
      </p>
    </FormPage>
  );
}
