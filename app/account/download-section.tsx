import { useMemo } from "react";
import { Form, href } from "react-router";
import { confirmForm } from "#shop/accounts/account-forms.ts";
import { Button } from "#ui/button.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type AccountAnswer, CurrentPassword, Section, useSectionForm } from "./section.tsx";

interface DownloadSectionProps {
  hasPassword: boolean;
  answer: AccountAnswer | undefined;
}

export function DownloadSection({ hasPassword, answer }: DownloadSectionProps) {
  const schema = useMemo(() => confirmForm(hasPassword), [hasPassword]);
  const { props, field, busy } = useSectionForm("download", schema, answer);
  return (
    <Section id="download" title="Download your data" answer={answer}>
      <p className="mb-4 text-soft">
        All that the shop keeps about you: your profile, orders, returns, invoices, messages, emails about your orders,
        stock alerts, passkeys and the browsers where you are signed in.
      </p>
      {answer?.token ? (
        <p className="flex flex-wrap gap-3">
          <Button href={`${href("/account/data.json")}?token=${answer.token}`} look="quiet" download>
            Download as JSON
          </Button>
          <Button href={`${href("/account/data.csv")}?token=${answer.token}`} look="quiet" download>
            Download as CSV
          </Button>
        </p>
      ) : (
        <Form method="post" action="/account#download" preventScrollReset {...props} className="max-w-md">
          <input type="hidden" name="act" value="download" />
          <CurrentPassword field={field} hasPassword={hasPassword} />
          <SubmitButton look="quiet" busy={busy} className="">
            Download your data
          </SubmitButton>
        </Form>
      )}
    </Section>
  );
}
