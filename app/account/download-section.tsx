import { href } from "react-router";
import { Button } from "#ui/button.tsx";
import { type AccountAnswer, ConfirmedAct, Section } from "./section.tsx";

interface DownloadSectionProps {
  hasPassword: boolean;
  answer: AccountAnswer | undefined;
}

export function DownloadSection({ hasPassword, answer }: DownloadSectionProps) {
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
        <ConfirmedAct act="download" section="download" button="Download your data" {...{ hasPassword, answer }} />
      )}
    </Section>
  );
}
