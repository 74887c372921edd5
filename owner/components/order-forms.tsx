import type { ReactNode } from "react";
import { CarrierField } from "./carrier-field.tsx";
import { TextAreaField, TextField } from "./form-fields.tsx";
import { CancelForm, CloseForm, type MoneyOrder, RefundForm } from "./money-forms.tsx";
import { draftOf, type StepDraft } from "./step-draft.ts";
import { StepForm } from "./step-form.tsx";
import { stepLimits } from "./step-limits.ts";
import type { StepRefusal } from "./take-order-step.server.ts";

interface OrderFormsProps {
  order: MoneyOrder;
  /** Which steps may follow where the order stands. */
  can: Record<"send" | "deliver" | "return" | "cancel" | "refund" | "close", boolean>;
  /** Whether the owner has signed in recently enough to move money. */
  mayMoveMoney: boolean;
  /** What was typed in a form before its owner signed in again. */
  draft: StepDraft;
  /** Why a form was refused, with what was typed in it. */
  answer: (StepRefusal & { step: string | undefined; fields: Record<string, string> }) | undefined;
  /** Shown between the step that comes next and the others. */
  children: ReactNode;
}

/** A form for each step that may follow, and for a note. */
export function OrderForms(props: OrderFormsProps) {
  const { order, can, mayMoveMoney, draft, answer, children } = props;
  const typed = (step: string): StepDraft["fields"] => {
    if (answer) return answer.step === step ? answer.fields : {};
    return draft.step === step ? draft.fields : {};
  };
  const refused = (step: string) => (answer?.step === step ? answer.refused : undefined);
  const moneyForm = (step: string) => ({
    ...{ order, mayMoveMoney },
    draft: answer ? draftOf(answer.step, answer.fields) : draft,
    ...{ typed: typed(step), refusal: answer?.step === step ? answer : undefined },
  });
  return (
    <>
      {can.send && (
        <StepForm step="send" title="Send it" button="Mark as sent" refused={refused("send")}>
          <CarrierField defaultValue={typed("send").carrier} />
          <TextField
            label="Tracking code"
            name="tracking"
            maxLength={stepLimits.tracking}
            defaultValue={typed("send").tracking}
          />
        </StepForm>
      )}
      {can.deliver && (
        <StepForm step="deliver" title="It has arrived" button="Mark as delivered" refused={refused("deliver")} />
      )}
      {children}
      {can.refund && <RefundForm {...moneyForm("refund")} />}
      {can.close && <CloseForm {...moneyForm("close")} />}
      {can.cancel && <CancelForm {...moneyForm("cancel")} />}
      {can.return && (
        <StepForm step="return" title="It came back" button="Mark as returned" refused={refused("return")} isQuiet>
          <p className="text-sm text-soft">
            This restocks the items.{" "}
            {order.refundableCents > 0 ? "Refund the customer separately." : "There is nothing left to refund."}
          </p>
        </StepForm>
      )}
      <StepForm step="note" title="Note" button="Save note" refused={refused("note")} isQuiet>
        <TextAreaField
          label="For the shop alone"
          name="note"
          rows={3}
          required
          maxLength={stepLimits.note}
          defaultValue={typed("note").note}
        />
      </StepForm>
    </>
  );
}
