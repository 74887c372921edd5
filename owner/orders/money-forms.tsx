import { fieldLimits } from "#shop/orders/field-limits.ts";
import type { ClosableRefund } from "#shop/orders/state/order.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { CheckboxField, SelectField, TextField } from "../forms/form-fields.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

/** The order as the forms show it. */
export interface MoneyOrder {
  totalCents: number;
  /** Left to refund, in cents. */
  refundableCents: number;
  version: string;
  /** The last day to pay, if the order is cancelled after it. */
  payBy: string | undefined;
  closable: ClosableRefund | undefined;
  /** What the customer hasn't sent back. */
  keptLines: { productId: string; title: string; options: Options; quantity: number }[];
}

/** Props shared by the forms that move money. */
interface MoneyFormProps {
  order: MoneyOrder;
  typed: Record<string, string | undefined>;
  refusal: RejectedAction | undefined;
}

/** Records a payment that the shop received outside it. */
export function MarkPaidForm({ order, typed, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { totalCents, version, payBy } = order;
  const formError = refusal?.formError;
  return (
    <ActionForm
      step="markPaid"
      title="Payment"
      button="Mark as paid"
      {...{ formError, version }}
      details={refusal?.changes}
    >
      <p className="text-sm text-soft">
        {`Press this once you've received ${formatPrice(totalCents)}. The order holds its items until it's paid or cancelled${payBy ? `, which happens by itself after ${payBy}` : ""}.`}
      </p>
      <TextField
        label="Note to the customer"
        name="note"
        id="paid-note"
        maxLength={fieldLimits.note}
        defaultValue={typed.note}
      />
    </ActionForm>
  );
}

/** Refunds an order fully or partially. */
export function RefundForm({ order, typed, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { refundableCents, version } = order;
  const formError = refusal?.formError;
  const isOpen = order.closable === "return" || Object.keys(typed).length > 0;
  return (
    <ActionForm
      step="refund"
      title="Refund"
      button="Refund"
      {...{ formError, version }}
      details={refusal?.changes}
      isQuiet
      isOpen={isOpen}
    >
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed.amount}
        hint={`Up to ${formatPrice(refundableCents)} available to refund.`}
      />
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={fieldLimits.reason}
        defaultValue={typed.reason}
        hint="The customer sees this"
      />
      {refusal?.asksToConfirm && <ConfirmField order={order} />}
    </ActionForm>
  );
}

/** Takes back some pieces of an item. */
export function ReturnItemForm({ order, typed, refusal }: MoneyFormProps) {
  const { version, keptLines } = order;
  const title = "Return an item";
  const formError = refusal?.formError;
  return (
    <ActionForm
      step="returnItem"
      {...{ title, formError, version }}
      button="Return and refund"
      details={refusal?.changes}
      isQuiet
      isOpen={Object.keys(typed).length > 0}
    >
      <SelectField label="Item" name="productId" defaultValue={typed.productId}>
        {keptLines.map(({ productId, quantity, ...line }) => (
          <option key={productId} value={productId}>
            {`${fullTitle(line)} (${quantity})`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Quantity"
        name="quantity"
        inputMode="numeric"
        required
        maxLength={6}
        defaultValue={typed.quantity ?? "1"}
      />
      <CheckboxField
        label="Restock"
        name="restock"
        defaultChecked={typed.quantity === undefined || Boolean(typed.restock)}
        hint="The pieces are for sale again"
      />
      <TextField
        label="Refund"
        name="amount"
        id="return-amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed.amount}
        hint="Leave empty to refund what was paid for them. Enter 0 to refund nothing."
      />
      <TextField
        label="Reason"
        name="reason"
        id="return-reason"
        required
        maxLength={fieldLimits.reason}
        defaultValue={typed.reason}
        hint="The customer sees this"
      />
    </ActionForm>
  );
}

/** Confirms this amount only, so a changed amount must be confirmed again. See docs/decisions/0056. */
function ConfirmField({ order: { totalCents, refundableCents } }: { order: MoneyOrder }) {
  const formatPrice = useFormatPrice();
  const isWhole = refundableCents === totalCents;
  return (
    <label className="flex gap-3">
      <input
        type="checkbox"
        name="confirm"
        value={refundableCents}
        aria-describedby={formMessageId}
        className="mt-0.5 size-5 shrink-0 accent-spruce"
      />
      {`Refund the ${isWhole ? "full" : "remaining"} ${formatPrice(refundableCents)}`}
    </label>
  );
}

/** Cancels an order and refunds what is left of its payment. */
export function CancelForm({ order, typed, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { refundableCents, version } = order;
  const formError = refusal?.formError;
  const amount = refundableCents > 0 && formatPrice(refundableCents);
  return (
    <ActionForm
      step="cancel"
      title="Cancel order"
      button={amount ? `Cancel order and refund ${amount}` : "Cancel order"}
      {...{ formError, version }}
      details={refusal?.changes}
      isQuiet
      isOpen={Object.keys(typed).length > 0}
    >
      <p className="text-sm text-soft">{`This restocks the items${amount ? ` and refunds ${amount}` : ""}.`}</p>
      <TextField
        label="Reason, for the customer"
        name="note"
        id="cancel-note"
        maxLength={fieldLimits.note}
        defaultValue={typed.note}
      />
    </ActionForm>
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

/** Closes a return or failed refunds without refunding the rest. */
export function CloseForm({ order, typed, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { refundableCents, version, closable } = order;
  if (!closable) return null;
  const formError = refusal?.formError;
  const { title, hint } = closings[closable];
  return (
    <ActionForm
      step="close"
      title={title}
      button={title}
      {...{ formError, version }}
      details={refusal?.changes}
      isQuiet
      isOpen={Object.keys(typed).length > 0}
    >
      <p className="text-sm text-soft">{hint(formatPrice(refundableCents))}</p>
      <TextField
        label="Reason"
        name="reason"
        id="close-reason"
        required
        maxLength={fieldLimits.reason}
        defaultValue={typed.reason}
        hint="Only the shop sees this"
      />
    </ActionForm>
  );
}
