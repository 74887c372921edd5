import { Form, useNavigation } from "react-router";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type AccountAnswer, Section } from "./section.tsx";

export interface ShownSession {
  id: string;
  device: string;
  isCurrent: boolean;
  signedIn: string;
  used: string;
}

interface SessionsSectionProps {
  sessions: ShownSession[];
  answer: AccountAnswer | undefined;
}

export function SessionsSection({ sessions, answer }: SessionsSectionProps) {
  const { formData } = useNavigation();
  const ending = formData?.get("act") === "endSession" ? formData.get("session") : undefined;
  return (
    <Section id="sessions" title="Sessions" answer={answer}>
      <p className="mb-4 text-soft">The browsers that are signed in to your account.</p>
      <ul className="border-y border-line">
        {sessions.map(({ id, device, isCurrent, signedIn, used }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line py-4 not-first:border-t"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {device}
                {isCurrent && <span className="ml-2 text-sm font-normal text-spruce">This browser</span>}
              </p>
              <p className="text-sm text-soft">
                Last used {used} · Signed in {signedIn}
              </p>
            </div>
            {!isCurrent && (
              <Form method="post" action="/account#sessions" preventScrollReset>
                <input type="hidden" name="act" value="endSession" />
                <input type="hidden" name="session" value={id} />
                <SubmitButton look="quiet" busy={ending === id} className="">
                  Sign out <span className="sr-only">{device}</span>
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="/account#sessions" preventScrollReset className="mt-4">
          <input type="hidden" name="act" value="endOtherSessions" />
          <SubmitButton look="quiet" busy={formData?.get("act") === "endOtherSessions"} className="">
            Sign out all other browsers
          </SubmitButton>
        </Form>
      )}
    </Section>
  );
}
