import type { ReactNode } from "react";
import { href } from "react-router";
import { decimalAmount, formatPrice } from "#shop/money.ts";
import { Refusal, saidId } from "./alert.tsx";
import { CarrierField } from "./carrier-field.tsx";
import { TextAreaField, TextField } from "./form-fields.tsx";
import { Part } from "./screen.tsx";
import { signInAgainAddress } from "./sign-in-again-address.ts";
import { stepLimits } from "./step-limits.ts";
import { withQuery } from "./with-query.ts";

interface OrderFormsProps {
  orderNumber: string;
  refundableCents: number;
  /** Which steps may follow where the order stands. */
  can: Record<"send" | "deliver" | "return" | "cancel" | "refund", boolean>;
  /** Whether its owner has signed in recently enough to pay back. */
  mayRefund: boolean;
  /** What was typed of a refund before its owner signed in again. */
  refund: { amount: string | undefined; reason: string | undefined };
  /** Why a form was refused, with what was typed in it. */
  answer: { step: string | undefined; refused: string; fields: Record<string, string> } | undefined;
  /** Shown between the step that comes next and the others. */
  children: ReactNode;
}

/** A form for each step that may follow, and for a note. */
export function OrderForms({
  orderNumber,
  refundableCents,
  can,
  mayRefund,
  refund,
  answer,
  children,
}: OrderFormsProps) {
  const typed = (step: string): Record<string, string | undefined> => (answer?.step === step ? answer.fields : {});
  const refused = (step: string) => (answer?.step === step ? answer.refused : undefined);
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
      {can.refund &&
        (mayRefund ? (
          <StepForm step="refund" title="Pay back" button="Pay back" refused={refused("refund")} isQuiet>
            <TextField
              label="Amount"
              name="amount"
              inputMode="decimal"
              required
              defaultValue={typed("refund").amount ?? refund.amount ?? decimalAmount(refundableCents)}
              hint={`In dollars, at most ${formatPrice(refundableCents)}`}
            />
            <TextField
              label="Reason"
              name="reason"
              required
              maxLength={stepLimits.reason}
              defaultValue={typed("refund").reason ?? refund.reason}
              hint="The customer is told"
            />
          </StepForm>
        ) : (
          <Part title="Pay back">
            {refused("refund") ? (
              <div className="mb-3">
                <Refusal refused={refused("refund")} />
              </div>
            ) : (
              <p className="mb-3 text-soft">You signed in more than half an hour ago.</p>
            )}
            <a
              href={`/owner${signInAgainAddress(
                withQuery(href("/orders/:orderNumber", { orderNumber }), {
                  amount: typed("refund").amount,
                  reason: typed("refund").reason,
                }),
              )}`}
              className="button button-quiet"
            >
              Sign in again to pay back
            </a>
          </Part>
        ))}
      {can.cancel && (
        <StepForm step="cancel" title="Cancel it" button="Cancel the order" refused={refused("cancel")} isQuiet>
          <p className="text-sm text-soft">
            {`Its goods are put back on the shelf${refundableCents > 0 ? `, and ${formatPrice(refundableCents)} is paid back` : ""}.`}
          </p>
          <TextField
            label="Note to the customer"
            name="note"
            id="cancel-note"
            maxLength={stepLimits.note}
            defaultValue={typed("cancel").note}
          />
        </StepForm>
      )}
      {can.return && (
        <StepForm step="return" title="It came back" button="Mark as returned" refused={refused("return")} isQuiet>
          <p className="text-sm text-soft">
            Its goods are put back on the shelf.{" "}
            {refundableCents > 0 ? "Pay back what is owed by itself." : "Nothing is left to be paid back."}
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

interface StepFormProps {
  step: string;
  title: string;
  button: string;
  refused: string | undefined;
  isQuiet?: boolean;
  children?: ReactNode;
}

function StepForm({ step, title, button, refused, isQuiet, children }: StepFormProps) {
  return (
    <Part title={title}>
      <form method="post" action={`#${saidId}`} className="grid gap-3">
        <input type="hidden" name="step" value={step} />
        <Refusal refused={refused} />
        {children}
        <button type="submit" className={`button ${isQuiet ? "button-quiet" : "button-main"} justify-self-start`}>
          {button}
        </button>
      </form>
    </Part>
  );
}
