import { Alert } from "../frame/alert.tsx";
import { ChangedMeanwhile } from "../frame/changed-meanwhile.tsx";
import { readOriginal } from "../frame/original-values.tsx";
import { categoryFields } from "./category-fields.tsx";
import type { RejectedCategory } from "./save-category.server.ts";

/** Why a category's form wasn't saved: a rule, wrong fields, or another owner's changes. */
export function NotSaved({ typed, errors, conflict }: RejectedCategory) {
  if (!conflict) return <Alert>Not saved. {errors.form ?? "Please correct the marked fields."}</Alert>;
  return (
    <ChangedMeanwhile
      what="this category"
      labels={categoryFields}
      original={readOriginal(typed)}
      current={conflict}
      typed={typed}
    />
  );
}
