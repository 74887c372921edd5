import { Button } from "#ui/button.tsx";
import { SelectedCount } from "../lists/select-rows.tsx";
import { paymentSteps } from "./bulk-step.ts";

/** Marks the selected orders as paid, or reminds their customers, if they have invoices. */
export function PaymentStepBar({ hasInvoices }: { hasInvoices: boolean }) {
  return (
    <div className="action-bar items-end">
      <Button name="step" value="pay">
        {paymentSteps.pay.button}
      </Button>
      {hasInvoices && (
        <Button name="step" value="remind" look="quiet">
          {paymentSteps.remind.button}
        </Button>
      )}
      <SelectedCount />
    </div>
  );
}
