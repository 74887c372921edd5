import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { KeptMailsNote } from "../mails/kept-mails.tsx";
import { MailTable } from "../mails/mail-table.tsx";
import { aboutUnsentMails, UnsentMails } from "../mails/unsent-mails-table.tsx";
import { Part } from "../screen/screen.tsx";
import type { ShownMails } from "./shown-mails.ts";

interface OrderMailsProps {
  mails: ShownMails;
  /** Whether the signed-in person may retry and resend them. */
  canSend: boolean;
}

/** The emails to an order's customer: those that wait or have failed, and those that were sent. */
export function OrderMails({ mails: { unsent, sent }, canSend }: OrderMailsProps) {
  if (unsent.length + sent.length === 0) return null;
  return (
    <Part title="Emails">
      <KeptMailsNote />
      {unsent.length > 0 && (
        <div className="mb-6">
          <p className="mb-4 text-soft">{aboutUnsentMails(unsent)}</p>
          <UnsentMails mails={unsent} empty="" canRetry={canSend} step="retryMail" />
        </div>
      )}
      {sent.length > 0 && <SentMails mails={sent} canResend={canSend} />}
    </Part>
  );
}

function SentMails({ mails, canResend }: { mails: ShownMails["sent"]; canResend: boolean }) {
  if (!canResend) return <MailTable caption="Sent emails" mails={mails} />;
  return (
    <>
      <p className="mb-4 text-soft">Resending writes an email again, with the order's current details.</p>
      <PostForm step="resendMail">
        <MailTable
          caption="Sent emails"
          mails={mails}
          action={{
            name: "Resend",
            heading: <span className="sr-only">Resend</span>,
            isTitle: true,
            cell: ({ id, subject, canResend }) =>
              canResend && (
                <Button
                  name="mail"
                  value={id}
                  aria-label={`Resend email: ${subject}`}
                  look="quiet"
                  className="px-4 whitespace-nowrap print:hidden"
                >
                  Resend
                </Button>
              ),
          }}
        />
      </PostForm>
    </>
  );
}
