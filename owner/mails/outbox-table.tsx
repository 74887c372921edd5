import { href } from "react-router";
import { mostOutboxMails } from "#shop/mail/outbox.ts";
import { Table } from "#ui/table.tsx";
import { Part } from "../frame/screen.tsx";

interface OutboxMail {
  id: string;
  when: string;
  recipient: string;
  subject: string;
  text: string;
}

/** The emails that a shop without a mail server keeps in its database. Each opens below its subject. */
export function Outbox({ mails }: { mails: OutboxMail[] }) {
  if (mails.length === 0) return null;
  return (
    <Part title="Outbox">
      <p className="mb-4 text-soft">
        Without a mail server, emails are kept here instead of sent: the newest {mostOutboxMails}, for a week. Set
        SMTP_URL to send them.
      </p>
      <Table
        caption="Outbox"
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
            name: "File",
            cell: ({ id, subject }) => (
              <a
                href={`/owner${href("/mails/:id/email.eml", { id })}`}
                aria-label={`Download email: ${subject}`}
                className="text-link"
              >
                Download
              </a>
            ),
          },
        ]}
      />
    </Part>
  );
}
