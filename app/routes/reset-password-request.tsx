import { data, Form, href } from "react-router";
import { requestResetForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { requestReset } from "#shop/accounts/account-requests.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { Link } from "#ui/link.tsx";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { showToast } from "../page/toasts.ts";
import type { Route } from "./+types/reset-password-request";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Reset password",
    description: "Get an email with a link to choose a new password.",
    unlisted: true,
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { typed, values, errors } = await readFields(request, requestResetForm);
  if (errors) return data({ errors, typed }, 400);
  try {
    await requestReset(context.get(shopContext), values.email, requestMetadata(request, context));
    return { requested: true };
  } catch (error) {
    return formError(error, typed);
  }
}

/** The response doesn't tell whether the account exists. */
const requestedText = "If an account exists for this email, we'll send you a link to choose a new password.";

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Reset Failed", serverAction);
  if ("requested" in answer) showToast({ type: "success", title: "Reset Email Sent", text: requestedText });
  return answer;
}

/** The sign-in page's dialog posts here. Without JavaScript, it is a page. */
export default function ResetPasswordRequest({ actionData }: Route.ComponentProps) {
  const { props, field } = useForm({ id: "reset", schema: requestResetForm, answer: actionData });
  const requested = actionData !== undefined && "requested" in actionData;

  return (
    <FormPage title="Reset password" problem={failureMessage(actionData)}>
      {requested ? (
        <p role="status">{requestedText}</p>
      ) : (
        <Form method="post" {...props}>
          <TextField
            {...field("email")}
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            maxLength={textLimit}
          />
          <SubmitButton>Send reset link</SubmitButton>
        </Form>
      )}
      <p className="mt-6 text-center text-soft">
        <Link to={href("/sign-in")} className="text-link">
          Back to sign in
        </Link>
      </p>
    </FormPage>
  );
}
