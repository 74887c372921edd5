import { href } from "react-router";
import { Table } from "#ui/table.tsx";
import { signInAgainAddress } from "../addresses.ts";
import { CopiedField } from "../forms/copied-field.tsx";
import { Question } from "../forms/question.tsx";
import { Part } from "../screen/screen.tsx";
import { StaffName } from "./session-table.tsx";

interface ShownStaff {
  uid: string;
  name: string;
  email: string;
  role: string;
  isDisabled: boolean;
  /** Which one, in words. */
  secondStep: string;
  /** A day in words. */
  since: string;
}

/** Everyone with a role. Their page changes it. */
export function StaffTable({ staff }: { staff: ShownStaff[] }) {
  return (
    <Table
      caption="Staff"
      rows={staff}
      keyOf={({ uid }) => uid}
      empty="Nobody has a role yet."
      room="some"
      columns={[
        {
          name: "Name",
          isTitle: true,
          cell: (person) => <StaffName {...person} />,
        },
        {
          name: "Role",
          cell: ({ role, isDisabled }) => (
            <>
              {role}
              {isDisabled && <span className="block text-sm text-berry">Disabled</span>}
            </>
          ),
        },
        { name: "Second step", cell: ({ secondStep }) => secondStep },
        { name: "Since", cell: ({ since }) => <span className="tabular-nums @xs:whitespace-nowrap">{since}</span> },
      ]}
    />
  );
}

interface ShownInvitation {
  id: string;
  email: string;
  role: string;
  invitedBy: string;
  /** A moment in words. */
  expires: string;
  /** To copy, where no mail server sends it. */
  link: string | undefined;
}

interface InvitationTableProps {
  invitations: ShownInvitation[];
  /** Whether links are there to copy after signing in again. */
  hidesLinks: boolean;
}

/** Invitations that nobody has accepted yet. */
export function InvitationTable({ invitations, hidesLinks }: InvitationTableProps) {
  if (invitations.length === 0) return null;
  return (
    <Part title="Invitations">
      {hidesLinks && (
        <p className="mb-4 text-soft">
          No mail server sends their links.{" "}
          <a href={`/owner${signInAgainAddress(href("/staff"))}`} className="text-link">
            Enter your password
          </a>{" "}
          to see and copy them.
        </p>
      )}
      <Table
        caption="Invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        empty=""
        room="some"
        columns={[
          {
            name: "Email",
            isTitle: true,
            cell: ({ id, email, invitedBy, link }) => (
              <div className="max-w-96 wrap-break-word">
                <span className="font-medium">{email}</span>
                <span className="block text-sm text-soft">Invited by {invitedBy}</span>
                {link && (
                  <div className="mt-2">
                    <CopiedField name={`link-${id}`} label="Link" value={link} />
                  </div>
                )}
              </div>
            ),
          },
          { name: "Role", cell: ({ role }) => role },
          {
            name: "Expires",
            cell: ({ expires }) => <span className="tabular-nums @xs:whitespace-nowrap">{expires}</span>,
          },
          {
            name: "Revoke",
            heading: <span className="sr-only">Revoke</span>,
            isTitle: true,
            cell: ({ id, email }) => (
              <div className="flex justify-end stacked:mt-1 stacked:justify-start">
                <Question
                  id={`revoke-${id}`}
                  button="Revoke"
                  buttonLabel={`Revoke the invitation of ${email}`}
                  title={`Revoke the invitation of ${email}?`}
                  answer="Revoke invitation"
                  step="revoke"
                  fields={{ id }}
                >
                  The link in the email stops working at once.
                </Question>
              </div>
            ),
          },
        ]}
      />
    </Part>
  );
}
