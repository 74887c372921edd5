import { formatPrice } from "#shop/money.ts";
import { TextField } from "./form-fields.tsx";
import type { StepDraft } from "./step-draft.ts";
import { SignInAgainPart, StepForm } from "./step-form.tsx";
import { stepLimits } from "./step-limits.ts";

/** What the forms that move money have in common. */
interface MoneyFormProps {
  orderNumber: string;
  refundableCents: number;
  /** Whether the owner has signed in recently enough to move money. */
  mayMoveMoney: boolean;
  /** What was typed in any of the order's forms, to be kept while the owner signs in again. */
  draft: StepDraft;
  typed: Record<string, string | undefined>;
  refused: string | undefined;
}

/** Refunds an order, in part or whole. */
export function RefundForm({ orderNumber, refundableCents, mayMoveMoney, draft, typed, refused }: MoneyFormProps) {
  if (!mayMoveMoney) {
    return <SignInAgainPart title="Refund" purpose="to refund" {...{ orderNumber, draft, refused }} />;
  }
  return (
    <StepForm step="refund" title="Refund" button="Refund" refused={refused} isQuiet>
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed.amount}
        hint={`In dollars. Up to ${formatPrice(refundableCents)} available to refund.`}
      />
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={stepLimits.reason}
        defaultValue={typed.reason}
        hint="The customer sees this"
      />
    </StepForm>
  );
}

/** Cancels an order, which refunds all that is left of what was paid. */
export function CancelForm({ orderNumber, refundableCents, mayMoveMoney, draft, typed, refused }: MoneyFormProps) {
  if (!mayMoveMoney) {
    return <SignInAgainPart title="Cancel order" purpose="to cancel" {...{ orderNumber, draft, refused }} />;
  }
  const amount = refundableCents > 0 && formatPrice(refundableCents);
  return (
    <StepForm
      step="cancel"
      title="Cancel order"
      button={amount ? `Cancel order and refund ${amount}` : "Cancel order"}
      refused={refused}
      isQuiet
    >
      <p className="text-sm text-soft">{`This restocks the items${amount ? ` and refunds ${amount}` : ""}.`}</p>
      <TextField
        label="Note to the customer"
        name="note"
        id="cancel-note"
        maxLength={stepLimits.note}
        defaultValue={typed.note}
      />
    </StepForm>
  );
}
