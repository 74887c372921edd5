import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import type { ClosableRefund } from "#shop/orders/state/order.ts";
import type { OrderReservation } from "#shop/orders/views/admin.ts";
import { isRefundedByHand } from "#shop/orders/views/receipt.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { CheckboxField, SelectField, TextField } from "../forms/form-fields.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

/** The order as the forms show it. */
export interface MoneyOrder {
  totalCents: number;
  /** Left to refund, in cents. */
  refundableCents: number;
  /** Left to pay outside the shop, in cents. */
  dueCents: number;
  paymentProvider: string;
  /** Its invoice's due date, where that came before the payment. */
  dueOn: string | null;
  isOverdue: boolean;
  version: string;
  /** The last day to pay, if the order is cancelled after it. */
  payBy: string | undefined;
  /** The number of the invoice that was issued when it was paid. */
  paymentInvoice: string | undefined;
  closable: ClosableRefund | undefined;
  reservation: OrderReservation | undefined;
  /** What the customer hasn't sent back. */
  keptLines: { productId: string; title: string; options: Options; quantity: number; paidCents: number }[];
  /** What was refunded already, in cents. */
  refundedCents: number;
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
  const { dueCents, dueOn, version, payBy } = order;
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
        {`Press this once you've received ${formatPrice(dueCents)}.${dueOn === null || payBy ? ` The order holds its items until it's paid or cancelled${payBy ? `, which happens by itself after ${payBy}` : ""}.` : ""}`}
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

/** Takes back that the order was marked as paid. Once that has issued an invoice, only a refund does. */
export function UndoPaidForm({ order: { paymentInvoice, version }, refusal }: MoneyFormProps) {
  const title = "Undo “Paid”";
  const isKept = useKeepsMails();
  if (paymentInvoice !== undefined)
    return (
      <Part title={title} fold="closed">
        <p className="text-sm text-soft">
          {`Invoice ${paymentInvoice} was issued with the payment, so this can't be undone. If the order wasn't paid, refund it: that issues a credit note.`}
        </p>
      </Part>
    );
  return (
    <ActionForm
      step="undoPaid"
      {...{ title, button: title, formError: refusal?.formError, version }}
      details={refusal?.changes}
      isQuiet
    >
      <p className="text-sm text-soft">
        The order then waits for its payment until it's paid or you cancel it.{" "}
        {isKept
          ? notifiedInWords(isKept)
          : "If the customer was already emailed, they get an email that it isn't paid yet."}
      </p>
    </ActionForm>
  );
}

/** Reminds the customer of an unpaid invoice. */
export function RemindForm({ order, refusal }: MoneyFormProps) {
  return (
    <ActionForm
      step="remind"
      title="Reminder"
      button="Send reminder"
      formError={refusal?.formError}
      isQuiet
      isOpen={order.isOverdue}
    >
      <p className="text-sm text-soft">
        Emails the customer how to pay, with the invoice. You can send one reminder a day.
      </p>
    </ActionForm>
  );
}

/** Takes what is reserved before the order is sent, or without waiting for the next try. */
export function CaptureForm({ order, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { reservation, version } = order;
  return (
    <ActionForm
      step="capture"
      title="Capture"
      button="Capture now"
      {...{ formError: refusal?.formError, version }}
      details={refusal?.changes}
      isQuiet
      isOpen={typeof reservation?.lastError === "string"}
    >
      <p className="text-sm text-soft">
        {`Takes ${formatPrice(reservation?.uncapturedCents ?? 0)} now. Otherwise the shop takes it by itself when the order is sent. Norwegian law and Vipps’ rules ask you to wait until then.`}
      </p>
    </ActionForm>
  );
}

/** Refunds an order fully or partially, or credits what wasn't paid. */
export function RefundForm({ order, typed, refusal, isNext = false }: MoneyFormProps & { isNext?: boolean }) {
  const formatPrice = useFormatPrice();
  const isKept = useKeepsMails();
  const { refundableCents, dueCents, version } = order;
  const formError = refusal?.formError;
  const button = dueCents > 0 ? "Credit" : "Refund";
  return (
    <ActionForm
      step="refund"
      {...{ title: button, button, formError, version }}
      details={refusal?.changes}
      isQuiet={!isNext}
      isOpen={Object.keys(typed).length > 0}
    >
      <p className="text-sm text-soft">
        {whatRefundDoes(order)} Nothing is restocked. {notifiedInWords(isKept)}
      </p>
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed.amount}
        hint={dueCents > 0 ? `Up to ${formatPrice(dueCents)}, still unpaid` : `Up to ${formatPrice(refundableCents)}`}
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

function whatRefundDoes(order: MoneyOrder) {
  if (order.dueCents > 0) return "Takes the amount off what the customer owes.";
  if (isRefundedByHand(order)) return "Notes what you pay back yourself: no payment provider took this payment.";
  return "Pays the amount back to the customer.";
}

/** Takes back some pieces of an item. */
export function ReturnItemForm({ order, typed, refusal }: MoneyFormProps) {
  const formatPrice = useFormatPrice();
  const { dueCents, version, keptLines, refundedCents } = order;
  const [verb, usual] = dueCents > 0 ? ["credit", "they cost"] : ["refund", "was paid"];
  const title = `Return an item and ${verb} it`;
  const formError = refusal?.formError;
  return (
    <ActionForm
      step="returnItem"
      {...{ title, formError, version }}
      button={`Return and ${verb}`}
      details={refusal?.changes}
      isQuiet
      isOpen={Object.keys(typed).length > 0}
    >
      <p className="text-sm text-soft">{`For pieces that came back: restocks and ${verb}s them in one step.`}</p>
      <SelectField label="Item" name="productId" defaultValue={typed.productId}>
        {keptLines.map(({ productId, quantity, paidCents, ...line }) => (
          <option key={productId} value={productId}>
            {`${fullTitle(line)} (${quantity}, ${formatPrice(paidCents)})`}
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
      />
      <TextField
        label={dueCents > 0 ? "Credit" : "Refund"}
        name="amount"
        id="return-amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed.amount}
        hint={`Leave empty for what ${usual}.${refundedCents > 0 ? ` ${formatPrice(refundedCents)} of this order was refunded before: type less if that was for this item.` : ""}`}
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
function ConfirmField({ order: { totalCents, refundableCents, dueCents } }: { order: MoneyOrder }) {
  const formatPrice = useFormatPrice();
  const left = refundableCents + dueCents;
  const isWhole = left === totalCents;
  return (
    <label className="flex gap-3">
      <input
        type="checkbox"
        name="confirm"
        value={left}
        aria-describedby={formMessageId}
        className="mt-0.5 size-5 shrink-0 accent-spruce"
      />
      {`${dueCents > 0 ? "Credit" : "Refund"} the ${isWhole ? "full" : "remaining"} ${formatPrice(left)}`}
    </label>
  );
}

/** Cancels an order and refunds what is left of its payment. */
export function CancelForm({ order, typed, refusal, isNext = false }: MoneyFormProps & { isNext?: boolean }) {
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
      isQuiet={!isNext}
      isOpen={Object.keys(typed).length > 0}
    >
      <p className="text-sm text-soft">Restocks the items</p>
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
