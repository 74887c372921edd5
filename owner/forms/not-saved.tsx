import { correctFields } from "#shop/forms/correct-fields.ts";
import { Alert } from "../screen/alert.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import type { RejectedForm } from "./save-form.server.ts";

interface NotSavedProps extends RejectedForm {
  /** What was being edited: "this page". */
  what: string;
  labels: Record<string, string>;
}

/** Why a form wasn't saved: wrong fields, a rule of the shop, or someone else's changes. A deletion or another step, which types nothing, is refused by a rule. */
export function NotSaved({ what, labels, typed, errors, conflicts, isMerged, decimals = [] }: NotSavedProps) {
  if (conflicts) return <ChangedMeanwhile {...{ what, labels, conflicts, decimals }} />;
  if (Object.keys(typed).length === 0) return <Alert>{errors.form ?? `${Object.values(errors).join(". ")}.`}</Alert>;
  const reason = errors.form ?? correctFields(errors);
  const merged = isMerged
    ? ` Someone else changed ${what} while you were editing. Fields you left alone show their changes.`
    : "";
  return <Alert>{`Not saved. ${reason}${/[.?!]$/.test(reason) ? "" : merged && "."}${merged}`}</Alert>;
}

/** Whether a form is only shown again, by a step that doesn't save it. */
export function isPreview({ conflicts, errors }: Pick<RejectedForm, "conflicts" | "errors">) {
  return !conflicts && Object.keys(errors).length === 0;
}
