import { data, Form, href, redirect, useNavigation } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { readVerificationToken, verifyEmail } from "#shop/accounts/email-verification.ts";
import { Sentence } from "#ui/sentence.tsx";
import { parseOrigin, redirectTarget } from "#web/origin.ts";
import { shopContext } from "#web/request-context.ts";
import { isDocumentRequest, userContext } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import { showToast } from "../page/toasts.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/verify-email-confirm";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: "Verify email", description: "Verify your email.", unlisted: true });
}

/**
 * The target of verification links. Mail scanners open links too, so only the browser that is signed in to the account verifies it at
 * once; any other shows a button. Requests of HEAD and prefetches verify nothing: browsers discard a prefetched error and request
 * the link again when it is opened. See docs/decisions/0142.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (request.headers.get("sec-purpose")?.startsWith("prefetch")) throw data(null, 403);
  const email = await readVerificationToken(context.get(shopContext), tokenOf(url));
  if (!email) throw redirect(expiredTarget(context));
  const isOwn = context.get(userContext)?.email === email;
  if (isOwn && request.method === "GET") throw redirect(await verify(url, context));
  return null;
}

/** Verifies the email, but signs no one in, because the mailbox's reader may not have chosen the password. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const to = await verify(url, context);
  // Without scripts, no toast says that it worked.
  const isSaid = to.includes(expired) || context.get(userContext) || !isDocumentRequest(request);
  return redirect(isSaid ? to : verifiedTarget(url));
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await answerForm("Error", serverAction);
  } catch (error) {
    const isVerified = error instanceof Response && !error.headers.get("Location")?.includes(expired);
    if (isVerified) showToast({ type: "success", title: "Email verified", text: "You can sign in now." });
    throw error;
  }
}

type Context = Route.LoaderArgs["context"];

/** @returns where to continue */
async function verify(url: URL, context: Context) {
  const isVerified = await verifyEmail(context.get(shopContext), tokenOf(url));
  return isVerified ? redirectTarget(false, parseOrigin(url.searchParams.get("from"))) : expiredTarget(context);
}

const expired = "link=expired";

function expiredTarget(context: Context) {
  return `${context.get(userContext) ? "/verify-email" : "/sign-in"}?${expired}`;
}

function verifiedTarget({ searchParams }: URL) {
  const from = parseOrigin(searchParams.get("from"));
  return `${href("/sign-in")}?${new URLSearchParams({ link: "verified", ...(from && { from }) })}`;
}

function tokenOf({ searchParams }: URL) {
  return searchParams.get("token") ?? "";
}

export default function VerifyEmailConfirm({ actionData }: Route.ComponentProps) {
  const { shopName } = useShop();
  const isBusy = useNavigation().formAction !== undefined;
  return (
    <MessagePage title="Verify your email">
      <p className="text-soft">
        <Sentence
          text={`Press the button to confirm your email address. If you didn't sign up at ${shopName}, you can close this page.`}
          names={[shopName]}
        />
      </p>
      <Form method="post">
        {failureMessage(actionData) && <FailureNote answer={actionData} />}
        <SubmitButton busy={isBusy} className="">
          Verify email
        </SubmitButton>
      </Form>
    </MessagePage>
  );
}
