import { Form } from "react-router";
import { authenticatorForm } from "#shop/accounts/account-forms.ts";
import type { AuthenticatorState } from "#shop/accounts/authenticator.ts";
import { signInCodeLength } from "#shop/forms/account-fields.ts";
import { Button } from "#ui/button.tsx";
import { CodeField } from "../accounts/code-field.tsx";
import { SubmitButton } from "../forms/submit-button.tsx";
import { type AccountAnswer, ConfirmedAct, Section, useSectionForm } from "./section.tsx";

interface SecondFactorSectionProps {
  authenticator: AuthenticatorState;
  hasPasskey: boolean;
  /** How many recovery codes weren't used yet. */
  recoveryCodes: number;
  isVerified: boolean;
  hasPassword: boolean;
  /** Whether the back office leads someone here who needs it. */
  isRequired: boolean;
  answer: AccountAnswer | undefined;
}

/** Sets up an authenticator app, and switches it off. */
export function SecondFactorSection({
  authenticator,
  hasPasskey,
  recoveryCodes,
  isVerified,
  hasPassword,
  isRequired,
  answer,
}: SecondFactorSectionProps) {
  const form = { section: "two-step", hasPassword, answer };
  const isOn = authenticator !== "none";
  const isLost = authenticator === "unreadable" && !answer?.setUp;
  const isSecured = isOn || hasPasskey;
  return (
    <Section id="two-step" title="Two-step verification" answer={answer}>
      {isRequired && !isSecured && (
        <p role="alert" className="mb-6 rounded-lg border border-berry p-4">
          This shop asks its staff for a second step. Set up two-step verification or a passkey to open the back office.
        </p>
      )}
      {isRequired && isSecured && (
        <p className="mb-4">
          <a href="/owner" className="text-link">
            Open the back office
          </a>
        </p>
      )}
      {answer?.recoveryCodes && <RecoveryCodes codes={answer.recoveryCodes} />}
      {isLost && (
        <p role="alert" className="mb-4 rounded-lg border border-berry p-4">
          Codes from your authenticator app don't work here any more. Set the app up again: until then, each sign-in
          uses up a recovery code. You have {left(recoveryCodes)} left.
        </p>
      )}
      <p className="mb-4 text-soft">
        {authenticator === "works"
          ? `Signing in needs a code from your authenticator app. You have ${left(recoveryCodes)} left for when you don't have your phone.`
          : isLost
            ? "Setting it up signs out all other browsers."
            : "Sign in with your password and a code from an authenticator app on your phone, so that a stolen password isn't enough. Setting it up signs out all other browsers."}
      </p>
      {authenticator !== "works" && !isVerified && <p>Verify your email first.</p>}
      {authenticator !== "works" &&
        isVerified &&
        (answer?.setUp ? (
          <ConfirmForm setUp={answer.setUp} answer={answer} />
        ) : (
          <ConfirmedAct
            {...form}
            act="beginSecondFactor"
            button={isLost ? "Set up your app again" : "Set up two-step verification"}
          />
        ))}
      {isOn && !answer?.setUp && (
        <div className={`${isLost ? "mt-3 " : ""}grid items-start gap-x-8 gap-y-3 sm:grid-cols-2`}>
          <ConfirmedAct {...form} act="recoveryCodes" button="Make new recovery codes" />
          <ConfirmedAct {...form} act="endSecondFactor" button="Switch off" />
        </div>
      )}
    </Section>
  );
}

function left(count: number) {
  return count === 1 ? "1 recovery code" : `${count} recovery codes`;
}

interface ConfirmFormProps {
  setUp: NonNullable<AccountAnswer["setUp"]>;
  answer: AccountAnswer;
}

/** Shows the secret to the app, and asks for the app's first code. */
function ConfirmForm({ setUp: { qrCode, secret, address, token }, answer }: ConfirmFormProps) {
  const { props, field, busy } = useSectionForm("confirmSecondFactor", authenticatorForm, answer);
  return (
    <Form method="post" action="/account#two-step" preventScrollReset {...props} className="max-w-md">
      <p className="mb-4">
        Scan this code with an authenticator app, such as the one of your password manager or your phone. On this phone,{" "}
        <a href={address} className="text-link">
          open your app
        </a>{" "}
        instead.
      </p>
      <svg
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        role="img"
        aria-label="QR code for your authenticator app"
        shapeRendering="crispEdges"
        className="mb-4 w-56 max-w-full rounded-lg border border-line"
      >
        <rect width={qrCode.size} height={qrCode.size} fill="#fff" />
        <path d={qrCode.path} fill="#000" />
      </svg>
      <p className="mb-1 text-soft">Or type this key into the app:</p>
      <p className="mb-6 font-mono wrap-anywhere">{secret}</p>
      <input type="hidden" name="act" value="confirmSecondFactor" />
      <input type="hidden" name="token" value={token} />
      <CodeField field={field} hint={`The ${signInCodeLength} digits that the app shows`} busy={busy} />
      <SubmitButton busy={busy} className="">
        Switch on
      </SubmitButton>
    </Form>
  );
}

/** The only time that they can be read. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <div className="mb-6 rounded-lg border border-line bg-raised p-4">
      <h3 className="mb-2 text-xl">Your recovery codes</h3>
      <p className="mb-4 text-soft">
        Keep them where you find them without your phone. Each signs you in once in place of a code. We can't show them
        again.
      </p>
      <ul className="mb-4 grid gap-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3 print:hidden">
        <Button href={file} download="recovery-codes.txt" look="quiet">
          Save recovery codes
        </Button>
        <Button type="button" look="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </p>
    </div>
  );
}
