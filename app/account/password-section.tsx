import { useMemo } from "react";
import { Form } from "react-router";
import { changePasswordForm } from "#shop/accounts/account-forms.ts";
import { NewPasswordFields } from "../accounts/new-password-fields.tsx";
import { useCommonPasswordQuestion } from "../accounts/use-common-password.ts";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type AccountAnswer, CurrentPassword, Fold, Section, useSectionForm } from "./section.tsx";

interface PasswordSectionProps {
  email: string;
  hasPassword: boolean;
  answer: AccountAnswer | undefined;
}

export function PasswordSection({ email, hasPassword, answer }: PasswordSectionProps) {
  const schema = useMemo(() => changePasswordForm(hasPassword), [hasPassword]);
  const { props, field, busy } = useSectionForm("password", schema, answer);
  const question = useCommonPasswordQuestion(answer);
  const act = hasPassword ? "Change password" : "Set password";
  return (
    <Section id="password" title="Password" answer={answer}>
      <p className="mb-4 text-soft">
        {hasPassword
          ? "All other browsers are signed out when you change it."
          : "You sign in with codes by email. With a password you can sign in without waiting for one."}
      </p>
      <Fold label={act} acts={["password"]} answer={answer}>
        <Form method="post" action="/account#password" preventScrollReset {...props}>
          <input type="hidden" name="act" value="password" />
          {/* Password managers keep it with the new password. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <CurrentPassword field={field} hasPassword={hasPassword} />
          <NewPasswordFields field={field} question={question} isChange={hasPassword} />
          <SubmitButton busy={busy} className="">
            {question.isAsked ? "Use it anyway" : act}
          </SubmitButton>
        </Form>
      </Fold>
    </Section>
  );
}
