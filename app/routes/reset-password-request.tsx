import { data, Form, href, Link } from "react-router";
import { textLimit } from "#shop/accounts/account-fields.ts";
import { requestResetForm } from "#shop/accounts/account-forms.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { requestReset } from "#shop/accounts/account-requests.ts";
import { shopContext } from "#web/request-context.ts";
import { visitorOf } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { TextField } from "../forms/fields.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { readFields } from "../forms/posted-form.server.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { showToast } from "../frame/toasts.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/reset-password-request";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Reset password",
    description: "Have a link mailed to you with which you can choose a new password.",
    unlisted: true,
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { typed, values, errors } = await readFields(request, requestResetForm);
  if (errors) return data({ errors, typed }, 400);
  try {
    await requestReset(context.get(shopContext), values.email, visitorOf(request, context));
    return { requested: true };
  } catch (error) {
    return formError(error, typed);
  }
}

/** Nobody is told whether there is an account. */
const requestedText = "If there is an account with this email, a link to choose a new password is on its way.";

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Reset Failed", serverAction);
  if ("requested" in answer) showToast({ type: "success", title: "Reset Email Sent", text: requestedText });
  return answer;
}

/** What the sign-in page's dialog posts to. It is a page of its own only where that dialog has no JavaScript. */
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
