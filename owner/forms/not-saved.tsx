import { Alert } from "../screen/alert.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { readOriginal } from "./original-values.tsx";
import type { RejectedForm } from "./save-form.server.ts";

interface NotSavedProps extends RejectedForm {
  /** What was being edited: "this page". */
  what: string;
  labels: Record<string, string>;
}

/** Why a form wasn't saved: wrong fields, a rule of the shop, or someone else's changes. A deletion or another step, which types nothing, is refused by a rule. */
export function NotSaved({ what, labels, typed, errors, conflict, decimals = [] }: NotSavedProps) {
  if (conflict) {
    const original = readOriginal(typed);
    return <ChangedMeanwhile {...{ what, labels, original, typed, decimals }} current={conflict} />;
  }
  if (Object.keys(typed).length === 0) return <Alert>{errors.form ?? `${Object.values(errors).join(". ")}.`}</Alert>;
  const wrong = Object.keys(errors).length;
  const reason = errors.form ?? `Please correct the ${wrong === 1 ? "marked field" : `${wrong} marked fields`}.`;
  return <Alert>{`Not saved. ${reason}`}</Alert>;
}

/** Whether a form is only shown again, by a step that doesn't save it. */
export function isPreview({ conflict, errors }: Pick<RejectedForm, "conflict" | "errors">) {
  return !conflict && Object.keys(errors).length === 0;
}
