import { Alert } from "../screen/alert.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { readOriginal } from "./original-values.tsx";
import type { RejectedForm } from "./save-form.server.ts";

interface NotSavedProps extends RejectedForm {
  /** What was being edited: "this page". */
  what: string;
  labels: Record<string, string>;
}

/** Why a form wasn't saved: wrong fields, a rule of the shop, or someone else's changes. */
export function NotSaved({ what, labels, typed, errors, conflict }: NotSavedProps) {
  if (conflict) {
    return (
      <ChangedMeanwhile what={what} labels={labels} original={readOriginal(typed)} current={conflict} typed={typed} />
    );
  }
  const wrong = Object.keys(errors).length;
  return (
    <Alert>
      Not saved. {errors.form ?? `Please correct the ${wrong === 1 ? "marked field" : `${wrong} marked fields`}.`}
    </Alert>
  );
}
