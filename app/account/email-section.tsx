import { useMemo } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { changeEmailForm } from "#shop/accounts/account-forms.ts";
import { textLimit } from "#shop/forms/account-fields.ts";
import { TextField } from "#ui/fields.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type AccountAnswer, CurrentPassword, Fold, Section, useSectionForm } from "./section.tsx";

interface EmailSectionProps {
  email: string;
  /** The address that waits to be confirmed. */
  newEmail: string | undefined;
  hasPassword: boolean;
  answer: AccountAnswer | undefined;
}

export function EmailSection({ email, newEmail, hasPassword, answer }: EmailSectionProps) {
  const schema = useMemo(() => changeEmailForm(hasPassword), [hasPassword]);
  const { props, field, busy } = useSectionForm("email", schema, answer);
  // The link of those who are to verify a wrong address.
  const isAsked = useSearchParams()[0].has("email");
  const isCancelling = useNavigation().formData?.get("act") === "cancelEmail";
  return (
    <Section id="email" title="Email" answer={answer}>
      <p className="mb-4 text-soft">
        Your email is <span className="font-medium text-ink wrap-anywhere">{email}</span>. It changes once you open the
        link that we send to the new address.
      </p>
      {newEmail && (
        <Form
          method="post"
          action="/account#email"
          preventScrollReset
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised p-4"
        >
          <p className="min-w-0 wrap-anywhere">
            Waiting for you to confirm <span className="font-medium">{newEmail}</span>
          </p>
          <input type="hidden" name="act" value="cancelEmail" />
          <SubmitButton look="quiet" busy={isCancelling} className="">
            Cancel change
          </SubmitButton>
        </Form>
      )}
      <Fold label="Change email" acts={["email"]} answer={answer} isOpen={isAsked}>
        <Form method="post" action="/account#email" preventScrollReset {...props}>
          <input type="hidden" name="act" value="email" />
          <TextField
            {...field("email")}
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={textLimit}
          />
          <CurrentPassword field={field} hasPassword={hasPassword} />
          <SubmitButton busy={busy} className="">
            Change email
          </SubmitButton>
        </Form>
      </Fold>
    </Section>
  );
}
