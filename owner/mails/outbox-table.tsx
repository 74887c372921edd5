import { href } from "react-router";
import { mostOutboxMails } from "#shop/mail/outbox.ts";
import { Part } from "../screen/screen.tsx";
import { type ListedMail, MailTable } from "./mail-table.tsx";

/** The emails that a shop without a mail server keeps in its database. */
export function Outbox({ mails }: { mails: (ListedMail & { id: string })[] }) {
  if (mails.length === 0) return null;
  return (
    <Part title="Outbox">
      <p className="mb-4 text-soft">
        Without a mail server, emails are kept here instead of sent: the newest {mostOutboxMails}, for a week.{" "}
        <a href="/owner/mail-server" className="text-link">
          Set up a mail server
        </a>{" "}
        to send the next ones.
      </p>
      <MailTable
        caption="Outbox"
        mails={mails}
        action={{
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
        }}
      />
    </Part>
  );
}
