import type { countOrders } from "#shop/orders/views/find-orders.ts";
import { isMore } from "#shop/values/counted-rows.ts";
import { Button } from "#ui/button.tsx";
import { withQuery } from "../addresses.ts";
import { SelectedCount } from "../lists/select-rows.tsx";
import { type BulkStep, bulkSteps, type DeliveryKind, stateWords } from "./bulk-step.ts";
import { CarrierField } from "./carrier-field.tsx";
import type { OrderQuery } from "./order-query.server.ts";

interface BulkStepBarProps {
  step: BulkStep;
  kind: DeliveryKind;
  counts: Awaited<ReturnType<typeof countOrders>>;
  /** How many paid orders aren't sent with the others, because their customers have withdrawn. */
  withdrawn: number;
  /** The list's search. */
  search: Omit<OrderQuery, "after">;
  /** A rejected form's carrier. */
  carrier: string | undefined;
}

/** Marks the selected orders, or all that match. */
export function BulkStepBar({ step, kind, counts, withdrawn, search, carrier }: BulkStepBarProps) {
  const { from } = bulkSteps[step];
  const to = stateWords(bulkSteps[step].to, kind);
  const left = step === "send" ? withdrawn : 0;
  const count = counts[from] ?? 0;
  const isCounted = !(search.q || search.from || search.to || search.delivery || isMore(count));
  const all = isCounted ? (count - left === 1 ? "the only one" : `all ${count - left}`) : "all that match";
  return (
    <div className="action-bar items-end">
      {step === "send" && kind !== "pickup" && <CarrierField defaultValue={carrier} />}
      <input type="hidden" name="step" value={step} />
      <Button>Mark as {to}</Button>
      {search.state !== "to-send" && !(isCounted && count === left) && (
        <Button
          href={withQuery("/owner/orders/send", { ...search, state: undefined, step })}
          look="quiet"
          className="max-sm:in-[form:has(:checked)]:hidden"
        >
          Mark {all} as {to}
        </Button>
      )}
      {left > 0 && search.state !== "to-send" && (
        <p className="self-center text-sm text-soft">
          {left === 1 ? "1 withdrawn order is left out." : `${left} withdrawn orders are left out.`}
        </p>
      )}
      <SelectedCount />
    </div>
  );
}
