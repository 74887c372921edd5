import { type AccountAnswer, ConfirmedAct, Section } from "./section.tsx";

interface DeleteSectionProps {
  hasPassword: boolean;
  /** For how long orders stay. */
  keptYears: number;
  answer: AccountAnswer | undefined;
}

export function DeleteSection({ hasPassword, keptYears, answer }: DeleteSectionProps) {
  return (
    <Section id="delete" title="Delete account" answer={answer}>
      <p className="mb-2 text-soft">
        Your profile, password, sessions, pictures, saved cart, stock alerts, messages and emails are deleted at once.
        This can't be undone.
      </p>
      <p className="mb-4 text-soft">
        The law asks us to keep orders and invoices, with your name, email and address, for {keptYears} years after the
        year they are of. Then you are removed from them, and only their amounts stay. Open orders are delivered as
        usual, and you can still return them.
      </p>
      <ConfirmedAct act="delete" section="delete" button="Delete account" isFinal {...{ hasPassword, answer }} />
    </Section>
  );
}
