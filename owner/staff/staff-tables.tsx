import { Table } from "#ui/table.tsx";
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
}

/** Invitations that nobody has accepted yet. */
export function InvitationTable({ invitations }: { invitations: ShownInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Part title="Invitations">
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
            cell: ({ email, invitedBy }) => (
              <span className="block max-w-96 wrap-break-word">
                <span className="font-medium">{email}</span>
                <span className="block text-sm text-soft">Invited by {invitedBy}</span>
              </span>
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
