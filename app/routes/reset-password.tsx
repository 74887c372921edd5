import { useEffect } from "react";
import { data, Form, Link, redirect, useNavigate, useNavigation, useSearchParams } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { newPasswordForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { chooseNewPassword } from "#shop/accounts/account-requests.ts";
import { textFields, validate } from "#shop/validate.ts";
import { FormPage } from "../components/form-page.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { signedInDelay } from "../delays.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { NewPasswordFields } from "../forms/new-password-fields.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { readForm } from "../posted-form.server.ts";
import { refusal } from "../refusal.server.ts";
import { isDocumentRequest, visitorOf } from "../session.server.ts";
import type { Route } from "./+types/reset-password";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Choose a new password",
    description: "Choose a new password for your account.",
    unlisted: true,
  });
}

/** Where the link in a reset mail leads. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = textFields(await readForm(request));
  const { values, errors } = validate(newPasswordForm, form);
  if (errors) return data({ errors }, 400);
  try {
    await chooseNewPassword(context.get(shopContext), form.token ?? "", values.password, visitorOf(request, context));
    return isDocumentRequest(request) ? redirect("/sign-in") : { changed: true };
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const changed = actionData !== undefined && "changed" in actionData;
  const { props, field } = useForm({
    id: "new-password",
    schema: newPasswordForm,
    sent: actionData && "errors" in actionData ? actionData.errors : undefined,
  });

  useEffect(() => {
    const text = failureMessage(actionData);
    if (text) showToast({ type: "error", title: "Reset Failed", text });
  }, [actionData]);

  useEffect(() => {
    if (!changed) return;
    showToast({ type: "success", title: "Password changed", text: "Sign in with your new password." });
    const timer = setTimeout(() => navigate("/sign-in"), signedInDelay);
    return () => clearTimeout(timer);
  }, [changed, navigate]);

  return (
    <FormPage title="Choose a new password" problem={failureMessage(actionData)}>
      <Form method="post" {...props}>
        <input type="hidden" name="token" value={searchParams.get("token") ?? ""} />
        <NewPasswordFields field={field} />
        <SubmitButton busy={navigation.formAction?.startsWith("/reset-password") || changed}>Save</SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        <Link to="/sign-in" className="text-link">
          Back to sign in
        </Link>
      </p>
    </FormPage>
  );
}
