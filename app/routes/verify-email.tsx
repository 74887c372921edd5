import { useEffect } from "react";
import { href, useFetcher, useLocation, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import { resendVerification } from "#shop/accounts/account-requests.ts";
import { textFields } from "#shop/forms/validate.ts";
import { CheckIcon, Icon, type IconProps } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { destinationOf, parseOrigin, readOrigin } from "#web/origin.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata, requireUser } from "../accounts/session.server.ts";
import { answerForm } from "../forms/answer-form.ts";
import { formError } from "../forms/form-error.server.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { showToast } from "../page/toasts.ts";
import type { Route } from "./+types/verify-email";

/** How often the page asks whether the email is verified. */
const pollMs = 2000;
/** Polls wait for the one before them, so a lost one must end. */
const pollTimeoutMs = 10_000;
/** How long "Email verified" can be read before the next page opens. */
const verifiedDelayMs = 2000;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Verify email",
    description: "Verify your email with the link we sent you.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ url, context }: Route.LoaderArgs) {
  const { email, emailVerified } = requireUser(context, parseOrigin(url.searchParams.get("from")));
  return { email, emailVerified };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email, emailVerified } = requireUser(context);
  if (emailVerified) return { sentTo: email };
  const from = parseOrigin(textFields(await readForm(request)).from);
  try {
    await resendVerification(context.get(shopContext), email, requestMetadata(request, context), from);
    return { sentTo: email };
  } catch (error) {
    return formError(error);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await answerForm("Error", serverAction);
  if ("sentTo" in answer) showToast({ type: "success", title: "Email sent!", text: resentText(answer.sentTo) });
  return answer;
}

function resentText(email: string) {
  return `A new link is on its way to ${email}.`;
}

export default function VerifyEmail({ loaderData: { email, emailVerified }, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto flex min-h-[60vh] max-w-lg flex-col items-center justify-center gap-5 px-4 text-center">
      {emailVerified ? <Verified /> : <Waiting email={email} posted={actionData} />}
    </div>
  );
}

function Verified() {
  const navigate = useNavigate();
  const from = readOrigin(useLocation());
  useEffect(() => {
    const timer = setTimeout(() => navigate(destinationOf(true, from), { replace: true }), verifiedDelayMs);
    return () => clearTimeout(timer);
  }, [navigate, from]);
  return (
    <>
      <CheckIcon className="size-14 text-spruce" />
      <div role="status">
        <h1 className="text-3xl">Email verified 🥳 Redirecting to the main page</h1>
      </div>
    </>
  );
}

/** @param posted the response to a form posted without JavaScript */
function Waiting({ email, posted }: { email: string; posted: object | undefined }) {
  const fetcher = useFetcher<typeof clientAction>();
  const [searchParams] = useSearchParams();
  const from = readOrigin(useLocation());
  useVerificationPoll();

  return (
    <>
      <MailIcon className="size-14 text-spruce" />
      <h1 className="text-4xl">Verify your email</h1>
      {posted && (
        <p role={failureMessage(posted) ? "alert" : "status"}>{failureMessage(posted) ?? resentText(email)}</p>
      )}
      {searchParams.get("link") === "expired" && (
        <p role="alert" className="text-berry">
          This link has expired. Request a new one below.
        </p>
      )}
      <p className="text-soft">
        We sent a link to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Open it to verify
        your email. This page updates automatically.
      </p>
      <fetcher.Form method="post">
        <input type="hidden" name="from" value={from ?? ""} />
        <SubmitButton busy={fetcher.state !== "idle"} className="">
          Resend email
        </SubmitButton>
      </fetcher.Form>
      <p className="text-sm text-soft">
        Is the address wrong?{" "}
        <Link to={`${href("/account")}?email#email`} className="text-link">
          Change it
        </Link>
      </p>
    </>
  );
}

/** The link may be opened on another device. */
function useVerificationPoll() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isAsking = false;
    const timer = setInterval(async () => {
      if (isAsking) return;
      isAsking = true;
      const status = await askStatus();
      isAsking = false;
      if (status?.emailVerified || status?.emailVerified === null) revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [revalidate]);
}

async function askStatus(): Promise<{ emailVerified: boolean | null } | undefined> {
  try {
    const answer = await fetch("/verify-email/status", { signal: AbortSignal.timeout(pollTimeoutMs) });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function MailIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="M4 7l8 6 8-6" />
    </Icon>
  );
}
