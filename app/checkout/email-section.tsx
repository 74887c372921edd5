import { useEffect, useRef } from "react";
import { href } from "react-router";
import { signInCodeLength, signInCodeMinutes, textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { CodeField } from "../accounts/code-field.tsx";
import { FailureNote } from "../forms/failure-note.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { useMeantEmail } from "../forms/use-meant-email.tsx";
import { CheckoutSection } from "./checkout-section.tsx";
import { type Buyer, buyerFormId, newCode } from "./use-buyer.ts";

/** The form of the email and the code. Forms can't be nested, so its fields are in the order's form and refer to it by its ID. */
export function BuyerForm({ buyer: { Form, formProps } }: { buyer: Buyer }) {
  return <Form {...formProps} method="post" />;
}

/**
 * Who buys, for visitors: an email, then the code that was sent to it, which signs them in without leaving the page. See
 * docs/decisions/0281.
 */
export function EmailSection({ buyer }: { buyer: Buyer }) {
  const { answer, sentTo, signedInAs, isBusy, isKept } = buyer;
  const section = useRef<HTMLDivElement>(null);

  // The code's field replaces the one that had the focus, and a wrong code is typed again.
  useEffect(() => {
    const input = section.current?.querySelector<HTMLInputElement>("input:not([type=hidden])");
    if (sentTo === undefined || isKept || "failure" in answer) return;
    input?.focus();
    input?.select();
  }, [sentTo, isKept, answer]);
  useEffect(() => {
    if (signedInAs !== undefined && !isBusy) focusFirstEmpty();
  }, [signedInAs, isBusy]);

  return (
    <CheckoutSection title="Email">
      <div ref={section} className="col-span-2" {...buyer.fieldEvents}>
        <p role="status" className={signedInAs === undefined ? "sr-only" : "mb-5 wrap-anywhere"}>
          {signedInAs !== undefined && <Sentence text={`Signed in as ${signedInAs}`} names={[signedInAs]} />}
          {signedInAs === undefined && sentTo !== undefined && !isBusy && `We sent a code to ${sentTo}.`}
        </p>
        {signedInAs === undefined &&
          (sentTo === undefined ? <EmailStep buyer={buyer} /> : <CodeStep buyer={buyer} sentTo={sentTo} />)}
        {!isBusy && <FailureNote answer={answer} />}
      </div>
    </CheckoutSection>
  );
}

/** Asks for the email or code that is missing, as the form's own button does. */
export function askForBuyer() {
  const form = document.getElementById(buyerFormId);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}

/** Goes on with the order's form. */
function focusFirstEmpty() {
  const form = document.querySelector<HTMLFormElement>("#payment");
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ dataset, value }) => dataset.field !== undefined && value === "")?.focus();
}

function EmailStep({ buyer: { field, isBusy, keptEmail } }: { buyer: Buyer }) {
  const hint = "We'll email you a code to confirm it";
  const meantEmail = useMeantEmail(hint);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3">
        <TextField
          {...field("email", keptEmail)}
          {...meantEmail}
          form={buyerFormId}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={textLimit}
          hint={hint}
          size={12}
          className="grow"
        />
        <SubmitButton form={buyerFormId} busy={isBusy} className="button-beside-field">
          Continue
        </SubmitButton>
      </div>
      <p className="mb-5 text-sm text-soft">
        Do you have an account?{" "}
        <Link to={`${href("/sign-in")}?from=cart`} state={{ from: "cart" }} className="text-link">
          Sign in with your password
        </Link>
      </p>
    </>
  );
}

function CodeStep({ buyer, sentTo }: { buyer: Buyer; sentTo: string }) {
  const { field, isBusy, isResent, changeEmail } = buyer;
  return (
    <>
      <p className="mb-4 wrap-anywhere">
        <Sentence
          text={`We sent ${isResent ? "a new code" : "a code"} to ${sentTo}. It works for ${signInCodeMinutes} minutes.`}
          names={[sentTo]}
        />
      </p>
      <input type="hidden" form={buyerFormId} name="email" value={sentTo} data-field="email" />
      <div className="flex flex-wrap items-start gap-x-3">
        <CodeField
          field={field}
          form={buyerFormId}
          hint={`The ${signInCodeLength} digits in the email`}
          busy={isBusy}
          size={12}
          className="grow"
        />
        <SubmitButton form={buyerFormId} busy={isBusy} className="button-beside-field">
          Confirm
        </SubmitButton>
      </div>
      <div className="mb-5 flex flex-wrap gap-x-5 text-sm">
        <button type="submit" form={buyerFormId} name="step" value={newCode} className="text-link min-h-11">
          Send a new code
        </button>
        <Link
          to={href("/checkout")}
          className="text-link flex min-h-11 items-center"
          onClick={(event) => {
            event.preventDefault();
            changeEmail();
          }}
        >
          Use another email
        </Link>
      </div>
    </>
  );
}
