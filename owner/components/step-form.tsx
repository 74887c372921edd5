import type { ReactNode } from "react";
import { href } from "react-router";
import { Refusal, saidId } from "./alert.tsx";
import { Part } from "./screen.tsx";
import { signInAgainAddress } from "./sign-in-again-address.ts";
import type { StepDraft } from "./step-draft.ts";
import { withQuery } from "./with-query.ts";

interface StepFormProps {
  step: string;
  title: string;
  button: string;
  refused: string | undefined;
  /** What a refusal is about. */
  details?: string[] | undefined;
  /** The version of the order that the step is decided on. */
  version?: string;
  isQuiet?: boolean;
  children?: ReactNode;
}

/** The form of a step that an owner takes with an order. */
export function StepForm({ step, title, button, refused, details, version, isQuiet, children }: StepFormProps) {
  return (
    <Part title={title}>
      <form method="post" action={`#${saidId}`} className="grid gap-3">
        <input type="hidden" name="step" value={step} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <Refusal refused={refused} details={details} />
        {children}
        <button type="submit" className={`button ${isQuiet ? "button-quiet" : "button-main"} justify-self-start`}>
          {button}
        </button>
      </form>
    </Part>
  );
}

interface SignInAgainProps {
  orderNumber: string;
  title: string;
  /** "to refund" */
  purpose: string;
  /** What was typed in one of the order's forms, which is filled in with it afterwards. */
  draft: StepDraft;
  refused: string | undefined;
}

/** Shown instead of a step's form to an owner who signed in too long ago to move money. */
export function SignInAgainPart({ orderNumber, title, purpose, draft, refused }: SignInAgainProps) {
  const back = withQuery(href("/orders/:orderNumber", { orderNumber }), { step: draft.step, ...draft.fields });
  return (
    <Part title={title}>
      <div className="mb-3">
        <Refusal refused={refused} />
        {!refused && <p className="text-soft">You signed in more than 30 minutes ago.</p>}
      </div>
      <a href={`/owner${signInAgainAddress(back)}`} className="button button-quiet">
        {`Sign in again ${purpose}`}
      </a>
    </Part>
  );
}
