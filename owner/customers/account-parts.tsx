import { Button } from "#ui/button.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Question } from "../forms/question.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { FormError, formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { RoleField } from "./role-field.tsx";

/** For someone who lost their phone and their recovery codes. */
export function SecondStepPart({ isSelf }: { isSelf: boolean }) {
  const isKept = useKeepsMails();
  return (
    <Part title="Two-step verification">
      <p className="mb-3 text-sm text-soft">
        {isSelf
          ? "You have set it up. You can change it on your account page."
          : "This account has a second step. Remove it only for someone who lost it, once you are sure who is asking."}
      </p>
      {!isSelf && (
        <Question
          id="remove-second-step"
          button="Remove second step"
          title="Remove the second step?"
          answer="Remove"
          step="removeSecondStep"
        >
          They can then sign in with the password alone{isKept ? "" : ", and get an email about it"}.
        </Question>
      )}
    </Part>
  );
}

interface DisablePartProps {
  isDisabled: boolean;
  isStaff: boolean;
  formError: string | undefined;
}

/** Locks someone out, or lets them in again. */
export function DisablePart({ isDisabled, isStaff, formError }: DisablePartProps) {
  return (
    <Part title={isDisabled ? "Enable account" : "Disable account"}>
      <PostForm className="grid gap-3">
        <FormError formError={formError} />
        <p className="text-sm text-soft">
          {isDisabled
            ? "They can sign in again with the same password."
            : `Signs them out everywhere and blocks sign-in until you enable the account again. ${isStaff ? "Their role and orders" : "Orders"} stay.`}
        </p>
        <Button name="step" value={isDisabled ? "enable" : "disable"} look="quiet" className="justify-self-start">
          {isDisabled ? "Enable account" : "Disable account"}
        </Button>
      </PostForm>
    </Part>
  );
}

interface RolePartProps {
  /** The customer's screen. */
  here: string;
  role: string | null;
  rejected: { formError: string; role: string | undefined } | undefined;
}

/** Gives someone a role, or takes it away. */
export function RolePart({ here, role, rejected }: RolePartProps) {
  return (
    <Part title="Role">
      <form method="post" action={`${here}#${formMessageId}`} className="grid gap-3">
        <FormError formError={rejected?.formError} />
        <RoleField defaultValue={rejected?.role ?? role ?? "none"} none="Customer (no role)" />
        <Button name="step" value="role" look="quiet" className="justify-self-start">
          Save role
        </Button>
      </form>
    </Part>
  );
}
