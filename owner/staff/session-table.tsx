import { href } from "react-router";
import { Table } from "#ui/table.tsx";
import { Question } from "../forms/question.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { Part } from "../screen/screen.tsx";

export interface ShownSession {
  id: string;
  /** "Firefox on Windows" */
  device: string;
  /** Moments in words. */
  used: string;
  signedIn: string;
  hasSecondStep: boolean;
  /** Whether it is the browser that shows the screen. */
  isCurrent: boolean;
}

const withSecondStep = ", with a second step";

/** What the screen says after sessions were ended. */
export function endedText(ended: number) {
  if (ended === 0) return "The session had already ended";
  return ended === 1 ? "Session ended" : `${ended} sessions ended`;
}

interface SessionPartProps {
  sessions: ShownSession[];
  /** Their own, which they end on `/account`. */
  isSelf: boolean;
}

/** Where someone is signed in. */
export function SessionPart({ sessions, isSelf }: SessionPartProps) {
  const isKept = useKeepsMails();
  return (
    <Part title="Sessions">
      {sessions.length === 0 && <p className="text-sm text-soft">Not signed in anywhere.</p>}
      <ul className="grid gap-4">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3">
            <SessionFacts {...session} />
            {!isSelf && <EndSession {...session} />}
          </li>
        ))}
      </ul>
      {isSelf && <AccountLink />}
      {!isSelf && sessions.length > 1 && (
        <div className="mt-4">
          <Question
            id="end-sessions"
            button="End all sessions"
            title="End all sessions?"
            answer="End all"
            step="endSessions"
          >
            They are signed out everywhere{isKept ? "" : " and get an email"}. They can sign in again.
          </Question>
        </div>
      )}
    </Part>
  );
}

type StaffSession = ShownSession & { uid: string; name: string; email: string; isOwn: boolean };

/** Where everyone with a role is signed in. */
export function StaffSessions({ sessions }: { sessions: StaffSession[] }) {
  return (
    <Part title="Sessions">
      <Table
        caption="Sessions"
        rows={sessions}
        keyOf={({ id }) => id}
        empty="No one is signed in."
        room="much"
        columns={[
          {
            name: "Name",
            isTitle: true,
            cell: (session) => <StaffName {...session} />,
          },
          {
            name: "Browser",
            cell: ({ device, isCurrent }) => (
              <>
                {device}
                {isCurrent && <span className="block text-sm text-spruce">This browser</span>}
              </>
            ),
          },
          { name: "Last used", cell: ({ used }) => <span className="tabular-nums">{used}</span> },
          {
            name: "Signed in",
            cell: ({ signedIn, hasSecondStep }) => (
              <span className="tabular-nums">
                {signedIn}
                {hasSecondStep && withSecondStep}
              </span>
            ),
          },
          {
            name: "End",
            heading: <span className="sr-only">End</span>,
            isTitle: true,
            cell: (session) => (
              <div className="flex justify-end stacked:mt-1 stacked:justify-start">
                {session.isOwn ? <AccountLink /> : <EndSession {...session} of={session.name || session.email} />}
              </div>
            ),
          },
        ]}
      />
    </Part>
  );
}

/** Someone's name with their email; the email alone where they have given no name. */
export function StaffName({ uid, name, email }: { uid: string; name: string; email: string }) {
  return (
    <span className="block max-w-96 wrap-break-word">
      <a href={`/owner${href("/customers/:uid", { uid })}`} className="text-link font-medium">
        {name || email}
      </a>
      {name && <span className="block text-sm text-soft">{email}</span>}
    </span>
  );
}

function SessionFacts({ device, used, signedIn, hasSecondStep, isCurrent }: ShownSession) {
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {device}
        {isCurrent && <span className="ml-2 text-sm font-normal text-spruce">This browser</span>}
      </p>
      <p className="text-sm text-soft">Last used {used}</p>
      <p className="text-sm text-soft">
        Signed in {signedIn}
        {hasSecondStep && withSecondStep}
      </p>
    </div>
  );
}

/** @param props.of whose it is, where the screen has several people's */
function EndSession({ id, device, uid, of }: ShownSession & { uid?: string; of?: string }) {
  const isKept = useKeepsMails();
  return (
    <Question
      id={`end-${id}`}
      button="End session"
      buttonLabel={`End session: ${of ? `${device} of ${of}` : device}`}
      title={of ? `End ${of}'s session in ${device}?` : `End the session in ${device}?`}
      answer="End session"
      step="endSession"
      fields={{ session: id, ...(uid && { uid }) }}
    >
      They are signed out there{isKept ? "" : " and get an email"}. They can sign in again.
    </Question>
  );
}

function AccountLink() {
  return (
    <a href="/account#sessions" className="text-link text-sm">
      Your sessions
    </a>
  );
}
