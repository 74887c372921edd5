import type { DocumentBuyer } from "#shop/documents/document.ts";
import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { type OrderState, orderStateName } from "#shop/orders/state/state-machine.ts";
import type { Shipment } from "#shop/orders/state/transition.ts";
import type { Country } from "#shop/values/countries.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { TextAreaField, TextField } from "../forms/form-fields.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { ActionForm } from "./action-form.tsx";
import { type AddressedOrder, AddressForm } from "./address-form.tsx";
import { CarrierField } from "./carrier-field.tsx";
import { InvoiceForm } from "./invoice-form.tsx";
import {
  CancelForm,
  CaptureForm,
  CloseForm,
  MarkPaidForm,
  type MoneyOrder,
  RefundForm,
  RemindForm,
  ReturnItemForm,
  UndoPaidForm,
} from "./money-forms.tsx";
import type { RejectedAction } from "./order-actions.server.ts";
import { ReturnForms, type ShownReturn } from "./return-requests.tsx";

interface OrderFormsProps {
  order: MoneyOrder & AddressedOrder & { unsentParcel: Shipment | undefined };
  /** Those that its corrected address may be in. */
  countries: Country[];
  /** As the order's invoice has them; undefined where there is none to correct. */
  invoiceBuyer: DocumentBuyer | undefined;
  /** The actions that the order's state allows. */
  can: Record<
    | "send"
    | "deliver"
    | "return"
    | "cancel"
    | "refund"
    | "capture"
    | "close"
    | "undoSent"
    | "correctAddress"
    | "markPaid"
    | "undoPaid"
    | "remind"
    | "returnItem",
    boolean
  >;
  /** The error of a rejected form, with its input. */
  answer: (RejectedAction & { step: string | undefined; fields: Record<string, string> }) | undefined;
  /** Return requests that aren't finished. */
  returns: ShownReturn[];
  /** What its customer has withdrawn from. */
  withdrawn: "whole" | "part" | undefined;
}

/** An order that no one wants isn't sent by the first button on its page. */
function cancelsNext({ withdrawn, can }: OrderFormsProps) {
  return withdrawn === "whole" && can.send && can.cancel;
}

/** Money that is due back after a return or a failed refund. */
function refundsNext({ can }: OrderFormsProps) {
  return can.close;
}

/** What a form of a step shows of a rejected one. */
function answered({ order, answer }: OrderFormsProps) {
  const typed = (step: string): Record<string, string | undefined> => (answer?.step === step ? answer.fields : {});
  const formError = (step: string) => (answer?.step === step ? answer.formError : undefined);
  const moneyForm = (step: string) => ({
    ...{ order, typed: typed(step), refusal: answer?.step === step ? answer : undefined },
  });
  return { typed, formError, moneyForm };
}

/** A form for each action that brings the order a step further, or takes its last step back. */
export function NextForms(props: OrderFormsProps) {
  const isKept = useKeepsMails();
  const { order, can, answer, returns, withdrawn } = props;
  const { typed, formError, moneyForm } = answered(props);
  const nameOf = (state: OrderState) => orderStateName({ state, isPickup: order.isPickup });
  const sent = nameOf("sent");
  return (
    <>
      {cancelsNext(props) && <CancelForm {...moneyForm("cancel")} isNext />}
      {returns.map((request) => (
        <ReturnForms key={request.id} request={request} version={order.version} answer={answer} />
      ))}
      {refundsNext(props) && (
        <>
          {can.refund && <RefundForm {...moneyForm("refund")} isNext />}
          <CloseForm {...moneyForm("close")} />
        </>
      )}
      {can.markPaid && <MarkPaidForm {...moneyForm("markPaid")} />}
      {can.remind && <RemindForm {...moneyForm("remind")} />}
      {can.send && (
        <ActionForm
          step="send"
          title="Fulfil order"
          button={`Mark as ${sent.toLowerCase()}`}
          formError={formError("send")}
          isQuiet={withdrawn !== undefined}
        >
          {order.isPickup === 0 && (
            <>
              <CarrierField defaultValue={typed("send").carrier ?? order.unsentParcel?.carrier ?? undefined} />
              <TextField
                label="Tracking number"
                name="tracking"
                maxLength={fieldLimits.tracking}
                defaultValue={typed("send").tracking ?? order.unsentParcel?.tracking ?? undefined}
              />
            </>
          )}
          {withdrawn && <ConfirmWithdrawn />}
        </ActionForm>
      )}
      {can.deliver && (
        <ActionForm
          step="deliver"
          title={order.isPickup ? "Confirm pickup" : "Confirm delivery"}
          button={`Mark as ${nameOf("delivered").toLowerCase()}`}
          formError={formError("deliver")}
        />
      )}
      {can.undoPaid && <UndoPaidForm {...moneyForm("undoPaid")} />}
      {can.undoSent && (
        <ActionForm
          step="undoSent"
          title={`Undo “${sent}”`}
          button={`Undo “${sent}”`}
          formError={formError("undoSent")}
          isQuiet
        >
          <p className="text-sm text-soft">
            You can undo this within an hour.{" "}
            {isKept
              ? notifiedInWords(isKept)
              : `If the customer was already emailed, they get an email that it ${order.isPickup ? "isn't ready yet" : "hasn't shipped yet"}.`}
          </p>
        </ActionForm>
      )}
    </>
  );
}

/** A form for each other action, and for a note. */
export function OtherForms(props: OrderFormsProps) {
  const { order, countries, can, answer, invoiceBuyer } = props;
  const formatPrice = useFormatPrice();
  const { typed, formError, moneyForm } = answered(props);
  return (
    <>
      {can.correctAddress && (
        <AddressForm
          order={order}
          countries={countries}
          typed={typed("correctAddress")}
          refusal={answer?.step === "correctAddress" ? answer : undefined}
        />
      )}
      {invoiceBuyer && <InvoiceForm {...moneyForm("correctInvoice")} buyer={invoiceBuyer} />}
      {can.capture && <CaptureForm {...moneyForm("capture")} />}
      {can.refund && !refundsNext(props) && <RefundForm {...moneyForm("refund")} />}
      {can.cancel && !cancelsNext(props) && <CancelForm {...moneyForm("cancel")} />}
      {can.returnItem && <ReturnItemForm {...moneyForm("returnItem")} />}
      {can.return && (
        <ActionForm
          step="return"
          title="Return all items"
          button={order.refundableCents > 0 ? "Mark as returned, refund later" : "Mark as returned"}
          formError={formError("return")}
          isQuiet
        >
          <p className="text-sm text-soft">
            {`When everything came back. Restocks the items${order.refundableCents > 0 ? ` and refunds nothing yet: you refund ${formatPrice(order.refundableCents)} in the next step` : ""}.`}
          </p>
        </ActionForm>
      )}
      <ActionForm step="note" title="Note" button="Save note" formError={formError("note")} isQuiet>
        <TextAreaField
          label="Internal note (not shown to the customer)"
          name="note"
          rows={3}
          required
          maxLength={fieldLimits.note}
          defaultValue={typed("note").note}
        />
      </ActionForm>
    </>
  );
}

/** A withdrawn order is sent only on purpose. */
function ConfirmWithdrawn() {
  return (
    <>
      <p id="withdrawn-hint" className="text-sm text-soft">
        The customer has withdrawn. If you send the order anyway, the items that they withdrew from become an accepted
        return, and the customer is asked to send them back. Mark the withdrawal as done first if you have refunded
        these items and leave them out.
      </p>
      <label className="flex gap-3">
        <input
          type="checkbox"
          name="confirm"
          value="withdrawn"
          required
          aria-describedby="withdrawn-hint"
          className="mt-0.5 size-5 shrink-0 accent-spruce"
        />
        Send it although the customer has withdrawn
      </label>
    </>
  );
}
