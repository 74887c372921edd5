import { useEffect } from "react";
import { useFetcher, useLocation, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { resendVerification } from "#shop/accounts/account-requests.ts";
import { CheckIcon, MailIcon } from "../components/icons.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { showToast } from "../components/toasts.tsx";
import { verificationPoll, verifiedDelay } from "../delays.ts";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { destinationOf, readOrigin } from "../origin.ts";
import { refusal } from "../refusal.server.ts";
import { requireViewer, visitorOf } from "../session.server.ts";
import type { Route } from "./+types/verify-email";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Verify email",
    description: "Verify your email by the link that we have sent you.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { email, emailVerified } = requireViewer(context);
  return { email, emailVerified };
}

/** Sends the link again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email, emailVerified } = requireViewer(context);
  if (emailVerified) return { sent: true };
  try {
    await resendVerification(context.get(shopContext), email, visitorOf(request, context));
    return { sent: true };
  } catch (error) {
    return refusal(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function VerifyEmail({ loaderData: { email, emailVerified } }: Route.ComponentProps) {
  return (
    <div className="mx-auto flex min-h-[60vh] max-w-lg flex-col items-center justify-center gap-5 px-4 text-center">
      {emailVerified ? <Verified /> : <Waiting email={email} />}
    </div>
  );
}

function Verified() {
  const navigate = useNavigate();
  const from = readOrigin(useLocation());
  useEffect(() => {
    const timer = setTimeout(() => navigate(destinationOf(true, from), { replace: true }), verifiedDelay);
    return () => clearTimeout(timer);
  }, [navigate, from]);
  return (
    <>
      <CheckIcon className="size-14 text-spruce" />
      <h1 className="text-3xl" role="status">
        Email verified 🥳 Redirecting to the main page
      </h1>
    </>
  );
}

function Waiting({ email }: { email: string }) {
  const fetcher = useFetcher<typeof clientAction>();
  const [searchParams] = useSearchParams();
  useVerificationPoll();

  useEffect(() => {
    if (!fetcher.data) return;
    const text = failureMessage(fetcher.data);
    if (text) showToast({ type: "error", title: "Error", text });
    else showToast({ type: "success", title: "Email sent!", text: `A new link is on its way to ${email}.` });
  }, [fetcher.data, email]);

  return (
    <>
      <MailIcon className="size-14 text-spruce" />
      <h1 className="text-4xl">Verify your email</h1>
      {searchParams.get("link") === "expired" && (
        <p role="alert" className="text-berry">
          That link is no longer good. Ask for a new one below.
        </p>
      )}
      <p className="text-soft">
        We sent a link to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Open it to verify
        your address; this page notices by itself.
      </p>
      <fetcher.Form method="post">
        <SubmitButton busy={fetcher.state !== "idle"} className="">
          Resend email
        </SubmitButton>
      </fetcher.Form>
    </>
  );
}

/** Asks every 2 seconds whether the address is verified by now, on whatever device; a lost connection only skips a turn. */
function useVerificationPoll() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch("/verify-email/status").catch(() => undefined);
      const status = answer?.ok ? await answer.json() : undefined;
      if (status && status.emailVerified !== false) revalidate();
    }, verificationPoll);
    return () => clearInterval(timer);
  }, [revalidate]);
}
