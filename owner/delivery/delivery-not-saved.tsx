import { Alert } from "../frame/alert.tsx";
import { ChangedMeanwhile } from "../frame/changed-meanwhile.tsx";
import { readOriginal } from "../frame/original-values.tsx";
import { deliveryLabels } from "./delivery-fields.tsx";
import type { RejectedDelivery } from "./save-delivery.server.ts";

/** Why an option's form wasn't saved: wrong fields, or another owner's changes. */
export function DeliveryNotSaved({ typed, conflict }: RejectedDelivery) {
  if (!conflict) return <Alert>Not saved. Please correct the marked fields.</Alert>;
  return (
    <ChangedMeanwhile
      what="this option"
      labels={deliveryLabels}
      original={readOriginal(typed)}
      current={conflict}
      typed={typed}
    />
  );
}
