import { Table } from "#ui/table.tsx";
import { Part } from "../frame/screen.tsx";

interface SentMail {
  id: number;
  when: string;
  recipient: string;
  subject: string;
  text: string;
}

/** The emails that a customer got about their order. Each opens below its subject and can be resent. */
export function SentMails({ mails }: { mails: SentMail[] }) {
  if (mails.length === 0) return null;
  return (
    <Part title="Emails">
      <p className="mb-4 text-soft">
        As they were sent. Resending writes an email again, with the order's current details.
      </p>
      <form method="post">
        <input type="hidden" name="step" value="resendMail" />
        <Table
          caption="Emails"
          rows={mails}
          keyOf={({ id }) => id}
          room="some"
          empty=""
          columns={[
            { name: "Date", cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span> },
            {
              name: "Email",
              cell: ({ recipient, subject, text }) => (
                <>
                  <details>
                    <summary className="cursor-pointer wrap-anywhere">{subject}</summary>
                    <p className="mt-2 typed-text text-sm text-soft">{text}</p>
                  </details>
                  <span className="block text-sm wrap-anywhere text-soft">To {recipient}</span>
                </>
              ),
            },
            {
              name: "Resend",
              cell: ({ id, subject }) => (
                <button
                  type="submit"
                  name="mail"
                  value={id}
                  aria-label={`Resend email: ${subject}`}
                  className="button button-quiet px-4 whitespace-nowrap print:hidden"
                >
                  Resend
                </button>
              ),
            },
          ]}
        />
      </form>
    </Part>
  );
}
