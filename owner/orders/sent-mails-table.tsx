import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { type ListedMail, MailTable } from "../mails/mail-table.tsx";
import { Part } from "../screen/screen.tsx";

type ShownMail = ListedMail & {
  /** Whether it still applies. */
  canResend: boolean;
};

/** The emails that a customer got about their order. */
export function SentMails({ mails, canResend }: { mails: ShownMail[]; canResend: boolean }) {
  if (mails.length === 0) return null;
  if (!canResend) {
    return (
      <Part title="Emails">
        <MailTable caption="Emails" mails={mails} />
      </Part>
    );
  }
  return (
    <Part title="Emails">
      <p className="mb-4 text-soft">Resending writes an email again, with the order's current details.</p>
      <PostForm step="resendMail">
        <MailTable
          caption="Emails"
          mails={mails}
          action={{
            name: "Resend",
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
    </Part>
  );
}
