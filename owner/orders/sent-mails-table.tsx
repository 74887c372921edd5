import { Button } from "#ui/button.tsx";
import { type ListedMail, MailTable } from "../mails/mail-table.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

/** The emails that a customer got about their order. Each can be resent. */
export function SentMails({ mails }: { mails: ListedMail[] }) {
  if (mails.length === 0) return null;
  return (
    <Part title="Emails">
      <p className="mb-4 text-soft">
        As they were sent. Resending writes an email again, with the order's current details.
      </p>
      <form method="post" action={`#${formMessageId}`}>
        <input type="hidden" name="step" value="resendMail" />
        <MailTable
          caption="Emails"
          mails={mails}
          action={{
            name: "Resend",
            cell: ({ id, subject }) => (
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
      </form>
    </Part>
  );
}
