import { type Column, Table } from "#ui/table.tsx";

export type ListedMail = {
  id: string | number;
  when: string;
  recipient: string;
  subject: string;
} & (
  | { text: string; address?: undefined }
  /** Where it opens as its recipient saw it. */
  | { address: string; text?: undefined }
);

interface MailTableProps<Mail> {
  caption: string;
  mails: Mail[];
  /** What can be done with an email. */
  action?: Column<Mail>;
}

/** Emails as they were written. Each opens at its address, or below its subject. */
export function MailTable<Mail extends ListedMail>({ caption, mails, action }: MailTableProps<Mail>) {
  return (
    <Table
      caption={caption}
      rows={mails}
      keyOf={({ id }) => id}
      room="some"
      empty=""
      columns={[
        {
          name: "Date",
          isInTitle: true,
          cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span>,
        },
        { name: "Email", isTitle: true, cell: MailCell },
        ...(action ? [action] : []),
      ]}
    />
  );
}

/** An email and its recipient, and in the stacked layout when it was sent. */
function MailCell({ recipient, subject, text, address, when }: ListedMail) {
  return (
    <>
      {address ? (
        <a href={address} className="text-link wrap-anywhere">
          {subject}
        </a>
      ) : (
        <details>
          <summary className="cursor-pointer wrap-anywhere">{subject}</summary>
          <p dir="auto" className="mt-2 typed-text text-start text-sm text-soft">
            {text}
          </p>
        </details>
      )}
      <span className="block text-sm wrap-anywhere text-soft">
        To {recipient}
        <span className="hidden stacked:inline"> · {when}</span>
      </span>
    </>
  );
}
