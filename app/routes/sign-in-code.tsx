import { data, Form, href, redirect, useLocation, useNavigation } from "react-router";
import { AccountError } from "#shop/accounts/account-error.ts";
import { recoveryForm, secondStepForm } from "#shop/accounts/account-forms.ts";
import { accountMessage, failureMessage } from "#shop/accounts/account-messages.ts";
import { readAuthenticatorState } from "#shop/accounts/authenticator.ts";
import { readPendingSignIn, removePendingCookie } from "#shop/accounts/pending-sign-in.ts";
import { finishSignIn, isWrongCode, type SecondStep } from "#shop/accounts/second-step.ts";
import { isAuthenticatorCode, isRecoveryCode, signInCodeLength, textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { Link } from "#ui/link.tsx";
import { destinationOf, nextStep, type Origin, parseOrigin, readOrigin, withOrigin } from "#web/origin.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { answerSignIn } from "../accounts/answer-sign-in.ts";
import { CodeField } from "../accounts/code-field.tsx";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { isDocumentRequest, requestMetadata, sendSignedInOn } from "../accounts/session.server.ts";
import { useNextPage } from "../accounts/use-next-page.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/sign-in-code";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Two-step verification",
    description: "Enter the code from your authenticator app to sign in.",
    unlisted: true,
  });
}

/** The second step of signing in. See docs/decisions/0339. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const pending = await readPendingSignIn(shop, request.headers);
  if (pending) {
    const authenticator = await readAuthenticatorState(shop, pending.uid);
    if (authenticator === "unreadable" && !url.searchParams.has(recovery)) throw redirect(recoveryPage(readFrom(url)));
    return { authenticator };
  }
  // "Back" leads here after the sign-in.
  sendSignedInOn(request, context);
  throw redirect(withOrigin("/sign-in", readFrom(url)));
}

function readFrom(url: URL) {
  return parseOrigin(url.searchParams.get("from"));
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

export async function action({ request, url, context }: Route.ActionArgs) {
  const isRecovery = url.searchParams.has(recovery);
  const { form, typed, values, errors } = await readFields(request, isRecovery ? recoveryForm : secondStepForm);
  if (errors) return data({ errors, typed }, 400);
  const shop = context.get(shopContext);
  const from = parseOrigin(form.from);
  try {
    const step = "code" in values && isRecoveryCode(values.code) ? { recoveryCode: values.code } : values;
    const answer = await finishSignIn(shop, step, requestMetadata(request, context));
    const { headers, emailVerified } = answer;
    if (isDocumentRequest(request)) return redirect(nextStep(answer, from), { headers });
    return data({ signedIn: { emailVerified } }, { headers });
  } catch (error) {
    if (error instanceof AccountError && error.code === "SIGN_IN_ENDED") {
      return redirect(ended(from), { headers: [["set-cookie", await removePendingCookie(shop)]] });
    }
    if (error instanceof AccountError && error.code === "AUTHENTICATOR_UNREADABLE") return redirect(recoveryPage(from));
    if (isWrongCode(error)) {
      return data({ errors: wrongCode(error, values), typed }, 422);
    }
    return formError(error, typed);
  }
}

/** What is wrong with a code, by the field that it was typed into. */
function wrongCode({ code }: AccountError, typed: SecondStep) {
  if (!("recoveryCode" in typed)) return { code: accountMessage(code) };
  return { recoveryCode: isAuthenticatorCode(typed.recoveryCode) ? appCodeHint : accountMessage(code) };
}

const appCodeHint = "This is a code from your authenticator app. Enter one of your recovery codes here";

function ended(from: Origin | undefined) {
  const address = withOrigin("/sign-in", from);
  return `${address}${from ? "&" : "?"}link=ended`;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerSignIn(serverAction);
}

/** The parameter of the page that takes recovery codes. */
const recovery = "recovery";

function recoveryPage(from: Origin | undefined) {
  return `${withOrigin("/sign-in/code", from)}${from ? "&" : "?"}${recovery}`;
}

export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  const location = useLocation();
  const isAppLost = loaderData.authenticator === "unreadable";
  // Without another destination, they set their app up again.
  const from = readOrigin(location) ?? (isAppLost ? "account" : undefined);
  const isRecovery = new URLSearchParams(location.search).has(recovery);
  const answer = actionData && "signedIn" in actionData ? actionData.signedIn : undefined;
  useNextPage(answer && destinationOf(answer.emailVerified, from), from);
  const step = { from, answer: actionData, isDone: answer !== undefined };
  const beside = <PasskeyButton from={from} />;
  if (loaderData.authenticator === "none") {
    return (
      <FormPage title="Two-step verification" beside={beside}>
        <p className="text-lg">Use your passkey to go on.</p>
      </FormPage>
    );
  }
  return (
    <FormPage title="Two-step verification" beside={beside} problem={failureMessage(actionData)}>
      {isRecovery ? <RecoveryForm {...step} isAppLost={isAppLost} /> : <CodeForm {...step} />}
      {!isAppLost && (
        <p className="mt-6 text-center text-soft">
          {isRecovery ? "Do you have your phone?" : "Lost your phone?"}{" "}
          <Link
            to={isRecovery ? withOrigin(href("/sign-in/code"), from) : recoveryPage(from)}
            state={from && { from }}
            replace
            className="text-link"
          >
            {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
          </Link>
        </p>
      )}
    </FormPage>
  );
}

interface StepProps {
  from: Origin | undefined;
  answer: object | undefined;
  isDone: boolean;
}

function CodeForm({ from, answer, isDone }: StepProps) {
  const { props, field } = useForm({ id: "sign-in-code", schema: secondStepForm, answer });
  const busy = useNavigation().state !== "idle" || isDone;
  return (
    <Form method="post" key="code" state={from && { from }} {...props}>
      <p className="-mt-4 mb-6 text-lg">Enter the code that your authenticator app shows.</p>
      <input type="hidden" name="from" value={from ?? ""} />
      <CodeField field={field} hint={`${signInCodeLength} digits`} busy={busy} takesRecoveryCode />
      <FailureNote answer={answer} />
      <SubmitButton busy={busy}>Verify</SubmitButton>
    </Form>
  );
}

/** @param isAppLost whether the codes of their app don't work in this shop any more */
function RecoveryForm({ from, answer, isDone, isAppLost }: StepProps & { isAppLost: boolean }) {
  const { props, field } = useForm({ id: "recovery", schema: recoveryForm, answer });
  const busy = useNavigation().state !== "idle" || isDone;
  return (
    <Form method="post" key="recovery" state={from && { from }} {...props}>
      <p className="-mt-4 mb-6 text-lg">
        {isAppLost && "Codes from your authenticator app don't work here any more. "}
        Enter one of the recovery codes that you kept. Each works once.
        {isAppLost && " Then set the app up again under “Account and security”."}
      </p>
      <input type="hidden" name="from" value={from ?? ""} />
      <TextField
        {...field("recoveryCode")}
        label="Recovery code"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimit}
      />
      <FailureNote answer={answer} />
      <SubmitButton busy={busy}>Verify</SubmitButton>
    </Form>
  );
}
