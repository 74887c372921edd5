import { decimalAmount, formatPrice } from "#shop/money.ts";
import type { ClosableRefund } from "#shop/orders/close-refunds.ts";
import { saidId } from "./alert.tsx";
import { TextField } from "./form-fields.tsx";
import type { StepDraft } from "./step-draft.ts";
import { SignInAgainPart, StepForm } from "./step-form.tsx";
import { stepLimits } from "./step-limits.ts";
import type { StepRefusal } from "./take-order-step.server.ts";

/** What the forms say of their order. */
export interface MoneyOrder {
  orderNumber: string;
  /** Dollars with 2 decimals. */
  totalPrice: string;
  /** What can still be refunded, in cents. */
  refundableCents: number;
  version: string;
  closable: ClosableRefund | undefined;
}

/** What the forms that move money have in common. */
interface MoneyFormProps {
  order: MoneyOrder;
  /** Whether the owner has signed in recently enough to move money. */
  mayMoveMoney: boolean;
  /** What was typed in any of the order's forms, to be kept while the owner signs in again. */
  draft: StepDraft;
  typed: Record<string, string | undefined>;
  refusal: StepRefusal | undefined;
}

/** Refunds an order, in part or whole. */
export function RefundForm({ order, mayMoveMoney, draft, typed, refusal }: MoneyFormProps) {
  const { orderNumber, refundableCents, version } = order;
  const refused = refusal?.refused;
  if (!mayMoveMoney) {
    return <SignInAgainPart title="Refund" purpose="to refund" {...{ orderNumber, draft, refused }} />;
  }
  return (
    <StepForm step="refund" title="Refund" button="Refund" {...{ refused, version }} details={refusal?.changes} isQuiet>
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
      {refusal?.asksToConfirm && <ConfirmField order={order} />}
    </StepForm>
  );
}

/** Holds for this amount only: another one is another refund. */
function ConfirmField({ order: { totalPrice, refundableCents } }: { order: MoneyOrder }) {
  const isWhole = decimalAmount(refundableCents) === totalPrice;
  return (
    <label className="flex gap-3">
      <input
        type="checkbox"
        name="confirm"
        value={refundableCents}
        aria-describedby={saidId}
        className="mt-0.5 size-5 shrink-0 accent-spruce"
      />
      {`Refund the ${isWhole ? "full" : "remaining"} ${formatPrice(refundableCents)}`}
    </label>
  );
}

/** Cancels an order, which refunds all that is left of what was paid. */
export function CancelForm({ order, mayMoveMoney, draft, typed, refusal }: MoneyFormProps) {
  const { orderNumber, refundableCents, version } = order;
  const refused = refusal?.refused;
  if (!mayMoveMoney) {
    return <SignInAgainPart title="Cancel order" purpose="to cancel" {...{ orderNumber, draft, refused }} />;
  }
  const amount = refundableCents > 0 && formatPrice(refundableCents);
  return (
    <StepForm
      step="cancel"
      title="Cancel order"
      button={amount ? `Cancel order and refund ${amount}` : "Cancel order"}
      {...{ refused, version }}
      details={refusal?.changes}
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

const closings = {
  return: {
    title: "Close return",
    hint: (left: string) =>
      `Takes this order off “Returns to refund” and leaves ${left} unrefunded. The customer isn't notified.`,
  },
  failedRefund: {
    title: "Close failed refund",
    hint: () => "Takes this order off “Failed refunds” without a new refund. The customer isn't notified.",
  },
};

/** Closes a return, or failed refunds, of which the rest isn't refunded. */
export function CloseForm({ order, mayMoveMoney, draft, typed, refusal }: MoneyFormProps) {
  const { orderNumber, refundableCents, version, closable } = order;
  if (!closable) return null;
  const refused = refusal?.refused;
  const { title, hint } = closings[closable];
  if (!mayMoveMoney) {
    return <SignInAgainPart title={title} purpose="to close" {...{ orderNumber, draft, refused }} />;
  }
  return (
    <StepForm step="close" title={title} button={title} {...{ refused, version }} details={refusal?.changes} isQuiet>
      <p className="text-sm text-soft">{hint(formatPrice(refundableCents))}</p>
      <TextField
        label="Reason"
        name="reason"
        id="close-reason"
        required
        maxLength={stepLimits.reason}
        defaultValue={typed.reason}
        hint="Only the shop sees this"
      />
    </StepForm>
  );
}
