import { data, Form, href, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { confirmEmailChange, readChangeToken } from "#shop/accounts/change-email.ts";
import { Button } from "#ui/button.tsx";
import { shopContext } from "#web/request-context.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import type { Route } from "./+types/confirm-email-change";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: "Confirm your new email", description: "Confirm your new email.", unlisted: true });
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

/** The target of the links to new addresses. Mail scanners open links too, so a button confirms them: see docs/decisions/0142. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const change = await readChangeToken(context.get(shopContext), tokenOf(url));
  return { email: change?.email };
}

/** Signs no one in: the mailbox's reader may not know the password. */
export async function action({ url, context }: Route.ActionArgs) {
  const email = await confirmEmailChange(context.get(shopContext), tokenOf(url));
  return data({ changed: email, isExpired: email === undefined }, email ? 200 : 422);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Error", serverAction);
}

function tokenOf({ searchParams }: URL) {
  return searchParams.get("token") ?? "";
}

export default function ConfirmEmailChange({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formAction !== undefined;
  const changed = actionData && "changed" in actionData ? actionData.changed : undefined;
  if (changed) {
    return (
      <MessagePage title="Your email was changed">
        <p className="text-soft wrap-anywhere">From now on, sign in with {changed}.</p>
        <Button to={href("/account")}>Continue</Button>
      </MessagePage>
    );
  }
  if (!email || (actionData && "isExpired" in actionData)) {
    return (
      <MessagePage title="This link has expired">
        <p className="text-soft">Links work once, for a day, and a newer one replaces them.</p>
        <Button to={href("/account")}>Account and security</Button>
      </MessagePage>
    );
  }
  return (
    <MessagePage title="Confirm your new email">
      <p className="text-soft wrap-anywhere">Press the button to use {email} for your account.</p>
      <Form method="post">
        {failureMessage(actionData) && <FailureNote answer={actionData} />}
        <SubmitButton busy={isBusy} className="">
          Confirm email
        </SubmitButton>
      </Form>
    </MessagePage>
  );
}
