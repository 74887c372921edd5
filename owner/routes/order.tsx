import type { ReactNode } from "react";
import { data, href } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { decimalAmount, formatAmount, formatPrice } from "#shop/money.ts";
import { trackingLink } from "#shop/orders/carriers.ts";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { stateAfter } from "#shop/orders/order-life.ts";
import { readOwnersOrder } from "#shop/orders/read-owners-order.ts";
import { receiptFacts } from "#shop/orders/receipt.ts";
import { textFields } from "#shop/validate.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { CarrierField } from "../components/carrier-field.tsx";
import { TextAreaField, TextField } from "../components/fields.tsx";
import { listAddress } from "../components/list-address.ts";
import { redirectWithNotice } from "../components/notice.server.ts";
import { OrderStateBadge } from "../components/order-state.tsx";
import { takeStep } from "../components/order-steps.server.ts";
import { hasSignedInRecently } from "../components/recent-sign-in.server.ts";
import { Part, Screen } from "../components/screen.tsx";
import { signInAgainAddress } from "../components/sign-in-again-address.ts";
import { stepLimits } from "../components/step-limits.ts";
import { Table } from "../components/table.tsx";
import type { Route } from "./+types/order";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const order = await readOrder(db, params.orderNumber);
  const { timeZone } = settings;
  const { history, waitingRefunds, events: _, ...facts } = order;
  return {
    order: facts,
    facts: receiptFacts(order, timeZone).filter(([name]) => name !== "Order number"),
    history: history.map(({ createdAt, ...event }, index) => ({
      ...event,
      index,
      when: formatMoment(createdAt, timeZone),
      link: trackingLink(event.carrier, event.tracking),
    })),
    waitingRefunds: waitingRefunds.map(({ id, amountCents, reason, attempts, lastError }) => ({
      id,
      amount: formatPrice(amountCents),
      reason,
      attempts,
      lastError,
    })),
    can: {
      send: stateAfter(order.state, "sent") !== undefined,
      deliver: stateAfter(order.state, "delivered") !== undefined,
      return: stateAfter(order.state, "returned") !== undefined,
      cancel: stateAfter(order.state, "cancelled") !== undefined,
      refund: order.refundableCents > 0,
    },
    mayRefund: await hasSignedInRecently(request, context),
    /** Typed before its owner had to sign in again. */
    refund: {
      amount: url.searchParams.get("amount")?.slice(0, stepLimits.reason),
      reason: url.searchParams.get("reason")?.slice(0, stepLimits.reason),
    },
  };
}

async function readOrder(db: Parameters<typeof readOwnersOrder>[0], orderNumber: string) {
  try {
    return await readOwnersOrder(db, orderNumber.toUpperCase());
  } catch (error) {
    throw error instanceof OrderUnknownError ? data(null, 404) : error;
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const fields = textFields(await readForm(request));
  if (fields.step === "refund" && !(await hasSignedInRecently(request, context))) {
    return data(
      { step: "refund", refused: "Sign in again first: you signed in more than half an hour ago", fields },
      403,
    );
  }
  const outcome = await takeStep(context, params.orderNumber, fields);
  if ("done" in outcome) return redirectWithNotice(new URL(request.url).pathname, outcome.done);
  return data({ step: fields.step, refused: outcome.refused, fields }, 409);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, facts, history, waitingRefunds, can, mayRefund, refund } = loaderData;
  const { orderNumber } = order;
  const typed = (step: string) => (actionData?.step === step ? actionData.fields : {});
  const hasForm = actionData && { ...can, note: true }[actionData.step as keyof typeof can | "note"];
  const refused = (step: string) => (actionData?.step === step ? actionData.refused : undefined);
  return (
    <Screen
      title={`Order ${orderNumber}`}
      summary={<OrderStateBadge state={order.state} />}
      actions={
        <a href={`/owner/packing-slips?order=${orderNumber}`} className="button button-quiet">
          Packing slip
        </a>
      }
    >
      {actionData && !hasForm && (
        <p role="alert" className="mb-6 text-berry">
          {actionData.refused}
        </p>
      )}
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <Part title="Lines">
            <Table
              caption="Lines"
              rows={order.lines}
              keyOf={({ productId }) => productId}
              empty="It has no lines."
              columns={[
                {
                  name: "Product",
                  cell: ({ title, productId }) => (
                    <>
                      {title}
                      <span className="block text-sm text-soft">{productId}</span>
                    </>
                  ),
                },
                { name: "Pieces", isNumber: true, cell: ({ quantity }) => quantity },
                { name: "Price", isNumber: true, cell: ({ priceCents }) => formatPrice(priceCents) },
                { name: "Sum", isNumber: true, cell: ({ priceCents, quantity }) => formatPrice(priceCents * quantity) },
              ]}
            />
            <p className="mt-3 flex justify-between font-semibold tabular-nums">
              <span>Total</span> {formatAmount(order.totalPrice)}
            </p>
          </Part>
          <Part title="What has happened">
            <Table
              caption="What has happened"
              rows={history}
              keyOf={({ index }) => index}
              empty=""
              columns={[
                { name: "When", cell: ({ when }) => <span className="whitespace-nowrap tabular-nums">{when}</span> },
                { name: "Step", cell: ({ step }) => inWords(step) },
                { name: "Who", cell: ({ actor }) => <span className="wrap-anywhere">{actor}</span> },
                {
                  name: "Amount",
                  isNumber: true,
                  cell: ({ amountCents }) => amountCents !== null && formatPrice(amountCents),
                },
                {
                  name: "Details",
                  cell: ({ carrier, tracking, note, link }) => (
                    <>
                      {(carrier || tracking) && (
                        <span className="block wrap-anywhere">
                          {link ? (
                            <a href={link} rel="noreferrer" className="text-link">
                              {carrier} {tracking}
                            </a>
                          ) : (
                            `${carrier ?? ""} ${tracking ?? ""}`
                          )}
                        </span>
                      )}
                      {note && <span className="wrap-anywhere">{note}</span>}
                    </>
                  ),
                },
              ]}
            />
          </Part>
          {waitingRefunds.length > 0 && (
            <Part title="Refunds that wait">
              <Table
                caption="Refunds that wait"
                rows={waitingRefunds}
                keyOf={({ id }) => id}
                empty=""
                columns={[
                  { name: "Amount", isNumber: true, cell: ({ amount }) => amount },
                  { name: "Why", cell: ({ reason }) => reason },
                  { name: "Tries", isNumber: true, cell: ({ attempts }) => attempts },
                  { name: "Last answer", cell: ({ lastError }) => lastError },
                ]}
              />
            </Part>
          )}
        </div>
        <div className="min-w-0 print:hidden">
          <Part title="Customer">
            <p>{order.name}</p>
            <p>
              <a href={`mailto:${order.email}`} className="text-link wrap-anywhere">
                {order.email}
              </a>
            </p>
            <dl className="mt-4 grid gap-3 text-sm">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt className="text-soft">{name}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Part>
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
          {can.refund &&
            (mayRefund ? (
              <StepForm step="refund" title="Pay back" button="Pay back" refused={refused("refund")}>
                <TextField
                  label="Amount"
                  name="amount"
                  inputMode="decimal"
                  placeholder={decimalAmount(order.refundableCents)}
                  defaultValue={typed("refund").amount ?? refund.amount}
                  hint={`In dollars; left empty, all of ${formatPrice(order.refundableCents)}`}
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
                <p role={refused("refund") && "alert"} className="mb-3 text-soft">
                  You signed in more than half an hour ago.
                </p>
                <a
                  href={`/owner${signInAgainAddress(
                    listAddress(href("/orders/:orderNumber", { orderNumber }), {
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
              <p className="text-sm text-soft">Its goods are put back on the shelf, and what was paid is paid back.</p>
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
              <p className="text-sm text-soft">Its goods are put back on the shelf. Pay back what is owed by itself.</p>
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
        </div>
      </div>
    </Screen>
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
      <form method="post" className="grid gap-3">
        <input type="hidden" name="step" value={step} />
        {refused && (
          <p role="alert" className="text-berry">
            {refused}
          </p>
        )}
        {children}
        <button type="submit" className={`button ${isQuiet ? "button-quiet" : "button-main"} justify-self-start`}>
          {button}
        </button>
      </form>
    </Part>
  );
}

/** refundedInPart → "Refunded in part" */
function inWords(step: string) {
  const words = step.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
