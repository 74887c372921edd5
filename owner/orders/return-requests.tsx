import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { quantityField, restockField } from "#shop/orders/piece-count.ts";
import { largestLabel } from "#shop/orders/returns/return-label-limit.ts";
import type { ReturnRequest } from "#shop/orders/state/order.ts";
import { returnReason, returnReasons } from "#shop/orders/state/return-reasons.ts";
import { returnStateName } from "#shop/orders/state/return-requests.ts";
import { Sentence } from "#ui/sentence.tsx";
import { FileInput } from "../forms/file-input.tsx";
import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";
import { Part } from "../screen/screen.tsx";
import { ActionForm } from "./action-form.tsx";
import type { RejectedAction } from "./order-actions.server.ts";

/** A return request as the order's screen shows it. */
export interface ShownReturn extends Pick<ReturnRequest, "id" | "kind" | "state" | "comment" | "answer"> {
  day: string;
  labelLink: string | undefined;
  /** In one line; undefined while the owner hasn't said. */
  sellerAddress: string | undefined;
  /** What is refunded by default once all that it waits for is back. */
  usualRefund: string;
  /** What of that is for the delivery. */
  delivery: string | undefined;
  /** What of the order was refunded earlier. */
  refundedBefore: string | undefined;
  items: { productId: string; title: string; quantity: number; accepted: number | null; reason: string }[];
  /**
   * @property pending how many pieces can be accepted, or are still to come back
   * @property paid what was paid for those that are to come back
   */
  choices: { productId: string; title: string; pending: number; paid: string | undefined }[];
  /** Whether the customer described the items, and staff choose them. */
  isInWords: boolean;
}

/** An order's return requests with what was answered. */
export function ReturnRequests({ returns }: { returns: ShownReturn[] }) {
  if (returns.length === 0) return null;
  return (
    <Part title="Return requests" id="returns">
      <ul className="grid gap-5">
        {returns.map(({ id, kind, state, day, items, comment, answer, labelLink }) => (
          <li key={id} className="grid gap-1">
            <p>
              <span className="font-medium">{returnStateName({ kind, state })}</span>{" "}
              <span className="text-soft">{day}</span>
            </p>
            {items.length > 0 && (
              <ul className="list-disc pl-5">
                {items.map(({ productId, title, quantity, accepted, reason }) => (
                  <li key={productId} className="wrap-anywhere">
                    <Sentence text={`${quantity} × ${title}`} names={[title]} />
                    <span className="text-soft">
                      {` · ${returnReason(reason)}${accepted !== null && accepted !== quantity ? ` · ${accepted} accepted` : ""}`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {comment && (
              <p dir="auto" className="typed-text">
                {comment}
              </p>
            )}
            {answer && (
              <p dir="auto" className="typed-text text-soft">
                {answer}
              </p>
            )}
            {labelLink && (
              <p>
                <a href={labelLink} className="text-link">
                  Return label
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface ReturnFormsProps {
  request: ShownReturn;
  version: string;
  /** The answer to the form that was rejected, with what was typed. */
  answer: (RejectedAction & { step: string | undefined; fields: Record<string, string> }) | undefined;
}

/** What can be done about a request that isn't finished. */
export function ReturnForms({ request, version, answer }: ReturnFormsProps) {
  const isKept = useKeepsMails();
  const rejected = answer?.fields.returnId === request.id ? answer : undefined;
  const form = (step: string) => {
    const isOwn = rejected?.step === step;
    return {
      version,
      formError: isOwn ? rejected.formError : undefined,
      details: isOwn ? rejected.changes : undefined,
    };
  };
  const typed: Record<string, string | undefined> = rejected?.fields ?? {};
  const isAccepted = request.state === "accepted";
  return (
    <>
      {isAccepted ? (
        <ArrivalForm {...{ request, typed, form: form("receiveReturn") }} />
      ) : (
        <AcceptForm {...{ request, typed, form: form("acceptReturn") }} />
      )}
      <ActionForm
        step="declineReturn"
        title={isAccepted ? "Close return request" : "Decline return"}
        button={isAccepted ? "Close return request" : "Decline return"}
        {...form("declineReturn")}
        isQuiet
      >
        <input type="hidden" name="returnId" value={request.id} />
        <TextField
          label="Reason"
          name="reason"
          id={`decline-${request.id}`}
          required
          maxLength={fieldLimits.reason}
          defaultValue={rejected?.step === "declineReturn" ? typed.reason : undefined}
          hint={isKept ? notifiedInWords(isKept) : "The customer gets it by email"}
        />
      </ActionForm>
    </>
  );
}

interface FormProps {
  request: ShownReturn;
  typed: Record<string, string | undefined>;
  form: Pick<Parameters<typeof ActionForm>[0], "version" | "formError" | "details">;
}

function AcceptForm({ request, typed, form }: FormProps) {
  const isKept = useKeepsMails();
  return (
    <ActionForm step="acceptReturn" title="Return request" button="Accept return" {...form} hasFiles>
      <input type="hidden" name="returnId" value={request.id} />
      {request.isInWords && (
        <>
          <p className="text-sm text-soft">Enter how many pieces of which items the customer means by this:</p>
          <blockquote dir="auto" className="typed-text text-start">
            {request.comment}
          </blockquote>
        </>
      )}
      <Quantities request={request} typed={typed} label="Accept" />
      <TextAreaField
        label="Instructions"
        name="instructions"
        id={`instructions-${request.id}`}
        rows={4}
        maxLength={fieldLimits.instructions}
        defaultValue={typed.instructions}
        hint={`How to send the items back. ${isKept ? notifiedInWords(isKept) : "The customer gets it by email."} ${withoutInstructions(request)}`}
      />
      <div className="min-w-0">
        <label htmlFor={`label-${request.id}`} className="mb-1 block text-sm font-medium">
          Return label
        </label>
        <FileInput
          id={`label-${request.id}`}
          name="label"
          accept="application/pdf,.pdf"
          data-largest={largestLabel}
          aria-describedby={`label-${request.id}-hint`}
        />
        <p id={`label-${request.id}-hint`} className="mt-1 text-sm text-soft">
          Optional. A PDF of at most 2 MB.
        </p>
      </div>
    </ActionForm>
  );
}

function withoutInstructions({ sellerAddress }: ShownReturn) {
  return sellerAddress
    ? `Without it or a label, they are told to send them to ${sellerAddress}.`
    : "Say where to, too: without it or a label, the customer has to ask you, because your address isn't in the settings.";
}

function ArrivalForm({ request, typed, form }: FormProps) {
  return (
    <ActionForm step="receiveReturn" title="Items to come back" button="Returned, refund now" {...form}>
      <input type="hidden" name="returnId" value={request.id} />
      <Quantities request={request} typed={typed} label="Came back" hasRestock />
      <TextField
        label="Refund"
        name="amount"
        id={`amount-${request.id}`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed.amount}
        hint={refundHint(request)}
      />
      <TextField
        label="Reason"
        name="reason"
        id={`arrival-${request.id}`}
        required
        maxLength={fieldLimits.reason}
        defaultValue={typed.reason ?? "Your return"}
        hint="The customer sees this"
      />
    </ActionForm>
  );
}

function refundHint({ usualRefund, delivery, refundedBefore }: ShownReturn) {
  const usual = `Leave empty for what was paid: ${usualRefund} if all come back${delivery ? `, of which ${delivery} for delivery` : ""}.`;
  return refundedBefore
    ? `${usual} ${refundedBefore} of this order was refunded before: type less if that was for these items.`
    : usual;
}

interface QuantitiesProps extends Pick<FormProps, "request" | "typed"> {
  label: string;
  /** Whether staff say of each item if it is for sale again. */
  hasRestock?: boolean;
}

/** A number for each item that the request waits for. */
function Quantities({ request, typed, label, hasRestock = false }: QuantitiesProps) {
  return request.choices.map(
    ({ productId, title, pending, paid }, index) =>
      pending > 0 && (
        <div key={productId} className="grid min-w-0 content-start gap-2">
          <TextField
            label={`${label}: ${title}`}
            name={quantityField(index)}
            id={`quantity-${request.id}-${index}`}
            inputMode="numeric"
            required
            maxLength={6}
            defaultValue={typed[quantityField(index)] ?? (request.isInWords ? "0" : String(pending))}
            hint={`From 0 to ${pending}${hasRestock && paid ? `, ${paid} paid` : ""}`}
          />
          {hasRestock && <RestockField {...{ request, typed, productId, title, index }} />}
        </div>
      ),
  );
}

type RestockFieldProps = Pick<FormProps, "request" | "typed"> & { productId: string; title: string; index: number };

/** Whether an item is for sale again: ticked, unless its customer says that it is damaged. */
function RestockField({ request, typed, productId, title, index }: RestockFieldProps) {
  const isAgain = typed.reason !== undefined;
  const reason = request.items.find((item) => item.productId === productId)?.reason;
  const isDamaged = reason === "damaged";
  return (
    <CheckboxField
      label="Restock"
      aria-label={`Restock: ${title}`}
      name={restockField(index)}
      id={`restock-${request.id}-${index}`}
      defaultChecked={isAgain ? Boolean(typed[restockField(index)]) : !isDamaged}
      hint={isDamaged ? `The customer's reason: ${returnReasons.damaged}` : undefined}
    />
  );
}
