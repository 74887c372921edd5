import { useEffect, useRef, useState } from "react";
import { data, Form, href, type Location, redirect, useLocation, useNavigation } from "react-router";
import { signInForm } from "#shop/accounts/account-forms.ts";
import { accountMessage, failureMessage } from "#shop/accounts/account-messages.ts";
import { signInByPasskey, signInCustomer } from "#shop/accounts/account-requests.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { Button } from "#ui/button.tsx";
import { PasswordField, TextField } from "#ui/fields.tsx";
import { destinationOf, nextStep, parseOrigin, readOrigin } from "#web/origin.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { answerSignIn } from "../accounts/answer-sign-in.ts";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { ResetDialog } from "../accounts/reset-dialog.tsx";
import { isDocumentRequest, requestMetadata, sendSignedInOn } from "../accounts/session.server.ts";
import { useNextPage } from "../accounts/use-next-page.ts";
import { FailureNote } from "../forms/failure-note.tsx";
import { formError } from "../forms/form-error.server.ts";
import { FormPage } from "../forms/form-page.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useForm } from "../forms/use-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/sign-in";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Sign in",
    description: "Sign in to check out, view your orders and update your profile.",
    unlisted: true,
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  sendSignedInOn(request, context);
  return null;
}

export { revalidateUnlessSubmitted as shouldRevalidate } from "../forms/revalidation.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const { form, typed, values, errors } = await readFields(request, signInForm);
  if (errors && form.passkey === undefined) return data({ errors, typed }, 400);
  try {
    const metadata = requestMetadata(request, context);
    const shop = context.get(shopContext);
    const answer = values
      ? await signInCustomer(shop, values, metadata)
      : await signInByPasskey(shop, form.passkey ?? "", metadata);
    const { headers, emailVerified, isPending } = answer;
    if (isPending || isDocumentRequest(request)) return redirect(nextStep(answer, parseOrigin(form.from)), { headers });
    return data({ signedIn: { emailVerified } }, { headers });
  } catch (error) {
    return formError(error, typed);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerSignIn(serverAction);
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  const location = useLocation();
  const navigation = useNavigation();
  const from = readOrigin(location);
  const opener = useRef<HTMLAnchorElement>(null);
  const wasResetting = useRef(false);
  const searchParams = new URLSearchParams(location.search);
  const isResetOpen = searchParams.has("reset");
  const [resetting, setResetting] = useState(isResetOpen ? "" : undefined);
  const [hasRequested, setHasRequested] = useState(false);
  const answer = actionData && "signedIn" in actionData ? actionData.signedIn : undefined;
  const { props, field, read } = useForm({
    id: "sign-in",
    schema: signInForm,
    answer: actionData,
  });

  // A dialog that its address opened has nothing to return the focus to.
  useEffect(() => {
    if (wasResetting.current && resetting === undefined && document.activeElement === document.body)
      opener.current?.focus();
    wasResetting.current = resetting !== undefined;
  }, [resetting]);

  function closeReset(isRequested: boolean) {
    setResetting(undefined);
    if (isRequested) setHasRequested(true);
  }

  useNextPage(answer && destinationOf(answer.emailVerified, from), from);

  return (
    <FormPage title="Sign in" beside={<PasskeyButton from={from} />} problem={failureMessage(actionData)}>
      {from === "cart" && <p className="-mt-4 mb-6 text-lg">Sign in to check out. Your cart is waiting.</p>}
      <LinkNote link={searchParams.get("link")} />
      <Form method="post" state={from && { from }} {...props}>
        <input type="hidden" name="from" value={from ?? ""} />
        <TextField
          {...field("email", readEmail(location))}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={textLimit}
        />
        <PasswordField {...field("password")} label="Password" name="password" autoComplete="current-password" />
        <FailureNote answer={actionData} />
        <SubmitButton busy={navigation.formAction?.startsWith("/sign-in") || answer !== undefined}>
          Sign in
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        Forgot your password? Reset it{" "}
        {/* biome-ignore lint/a11y/noAmbiguousAnchorText: docs/specification.md#sign-in-sign-up-and-verification has the text; the sentence before it says where "here" leads */}
        <a
          href={`${href("/sign-in")}?reset`}
          ref={opener}
          className="text-link"
          onClick={(event) => {
            event.preventDefault();
            setResetting(read().email);
          }}
        >
          here
        </a>
        .
      </p>
      {hasRequested && (
        <p className="mt-3 text-center">The link is on its way to your inbox, if your email has an account.</p>
      )}
      {resetting !== undefined && <ResetDialog email={resetting} onClose={closeReset} />}
      <section aria-labelledby="new-here" className="mt-8 border-t border-line pt-6">
        <h2 id="new-here" className="mb-3 text-xl">
          New here?
        </h2>
        <Button
          to={from ? `${href("/sign-up")}?from=${from}` : href("/sign-up")}
          state={from && { from }}
          look="quiet"
          className="min-h-13 w-full px-8"
        >
          Sign up
        </Button>
      </section>
    </FormPage>
  );
}

/** What became of the link that led here. */
function LinkNote({ link }: { link: string | null }) {
  if (link === "verified") {
    return (
      <p role="status" className="mb-6">
        Email verified. You can sign in now.
      </p>
    );
  }
  if (link !== "expired" && link !== "ended") return null;
  return (
    <p role="alert" className="mb-6 text-berry">
      {link === "ended" ? accountMessage("SIGN_IN_ENDED") : "This link has expired. Sign in to request a new one."}
    </p>
  );
}

/** The email for which a password was reset just before. */
function readEmail({ state }: Location) {
  return typeof state?.email === "string" ? state.email : undefined;
}
