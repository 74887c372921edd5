import { Alert, Details } from "../screen/alert.tsx";
import { type BulkStep, type DeliveryKind, doneWords, type PaymentStep } from "./bulk-step.ts";

interface RejectedOrdersProps {
  step: BulkStep | PaymentStep;
  kind: DeliveryKind;
  /** How many orders were marked. */
  done: number;
  /** A line for each of the others. */
  refused: string[];
}

/** Says why selected orders weren't marked. */
export function RejectedOrders({ step, kind, done, refused }: RejectedOrdersProps) {
  if (done + refused.length === 0) return <Alert>Select at least one order</Alert>;
  return (
    <Alert>
      <p className="font-medium">
        {done > 0 && `${done} ${doneWords(step, kind)}. `}
        These orders weren't updated:
      </p>
      <Details details={refused} />
    </Alert>
  );
}
