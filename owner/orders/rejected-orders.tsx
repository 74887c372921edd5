import { Alert, Details } from "../screen/alert.tsx";
import { type BulkStep, bulkSteps, type DeliveryKind, stateWords } from "./bulk-step.ts";

interface RejectedOrdersProps {
  step: BulkStep;
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
        {done > 0 && `${done} marked as ${stateWords(bulkSteps[step].to, kind)}. `}
        These orders weren't updated:
      </p>
      <Details details={refused} />
    </Alert>
  );
}
