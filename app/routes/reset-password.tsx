import { data, Form, href, redirect, useNavigation, useSearchParams } from "react-router";
import { newPasswordForm } from "#shop/accounts/account-forms.ts";
import { accountMessage, failureMessage } from "#shop/accounts/account-messages.ts";
import { chooseNewPassword } from "#shop/accounts/account-requests.ts";
import { isResetToken } from "#shop/accounts/password-resets.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { answerQuestion, isQuestion, isSure } from "../accounts/common-password.server.ts";
import { NewPasswordFields } from "../accounts/new-password-fields.tsx";
import { isDocumentRequest, requestMetadata } from "../accounts/session.server.ts";
import { useCommonPasswordQuestion } from "../accounts/use-common-password.ts";
import { useNextPage } from "../accounts/use-next-page.ts";
import { answerForm } from "../forms/answer-form.ts";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import { showToast } from "../page/toasts.ts";
import type { Route } from "./+types/reset-password";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Choose a new password",
    description: "Choose a new password for your account.",
    unlisted: true,
  });
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

/** The target of reset links. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  return { isExpired: token !== null && !(await isResetToken(context.get(shopContext), token)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, values, errors } = await readFields(request, newPasswordForm);
  if (errors) return data({ errors }, 400);
  try {
    const metadata = requestMetadata(request, context);
    const { email, headers } = await chooseNewPassword(
      context.get(shopContext),
      form.token ?? "",
      values.password,
      metadata,
      isSure(form),
    );
    return isDocumentRequest(request) ? redirect(href("/sign-in"), { headers }) : data({ changed: email }, { headers });
  } catch (error) {
    return isQuestion(error) ? answerQuestion() : formError(error);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Reset Failed", serverAction);
  if ("changed" in answer) {
    showToast({ type: "success", title: "Password changed", text: "Sign in with your new password." });
  }
  return answer;
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const navigation = useNavigation();
  const changed = actionData && "changed" in actionData ? actionData.changed : undefined;
  const { props, field } = useForm({
    id: "new-password",
    schema: newPasswordForm,
    answer: actionData,
  });

  const question = useCommonPasswordQuestion(actionData);
  useNextPage(changed && href("/sign-in"), undefined, changed);

  const isRefused = failureMessage(actionData) === accountMessage("INVALID_TOKEN");
  if (isRefused || (loaderData.isExpired && !actionData)) return <ExpiredLink />;
  return (
    <FormPage title="Choose a new password" problem={failureMessage(actionData)}>
      {!searchParams.has("token") && (
        <p className="-mt-4 mb-6 text-soft">
          A password is saved only if you came by the link in our email. No email yet?{" "}
          <Link to={href("/reset-password/request")} className="text-link">
            Get a link
          </Link>
        </p>
      )}
      <Form method="post" {...props}>
        <input type="hidden" name="token" value={searchParams.get("token") ?? ""} />
        <NewPasswordFields field={field} question={question} />
        <SubmitButton busy={navigation.formAction?.startsWith("/reset-password") || changed !== undefined}>
          {question.isAsked ? "Use it anyway" : "Save"}
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        <Link to={href("/sign-in")} className="text-link">
          Back to sign in
        </Link>
      </p>
    </FormPage>
  );
}

function ExpiredLink() {
  return (
    <MessagePage title="This link has expired">
      <p className="text-soft">Password links work once, for a limited time, and a newer one replaces them.</p>
      <Button to={`${href("/sign-in")}?reset`}>Get a new link</Button>
    </MessagePage>
  );
}
