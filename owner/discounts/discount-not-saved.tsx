import { Alert } from "../frame/alert.tsx";
import { ChangedMeanwhile } from "../frame/changed-meanwhile.tsx";
import { readOriginal } from "../frame/original-values.tsx";
import { discountLabels } from "./discount-fields.tsx";
import type { RejectedDiscount } from "./save-discount.server.ts";

/** Why a code's form wasn't saved: wrong fields, or another owner's changes. */
export function DiscountNotSaved({ typed, conflict }: RejectedDiscount) {
  if (!conflict) return <Alert>Not saved. Please correct the marked fields.</Alert>;
  return (
    <ChangedMeanwhile
      what="this code"
      labels={discountLabels}
      original={readOriginal(typed)}
      current={conflict}
      typed={typed}
    />
  );
}
