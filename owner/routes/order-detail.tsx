import type { ReactNode } from "react";
import { data, href } from "react-router";
import { readMessagesAbout } from "#shop/contact/find-messages.ts";
import { buyerName } from "#shop/delivery/full-address.ts";
import { findCurrentInvoice, lacksLocalVat } from "#shop/documents/document.ts";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { textFields } from "#shop/forms/validate.ts";
import { trackingLink } from "#shop/orders/carriers.ts";
import { correctableCountries } from "#shop/orders/correct-order.ts";
import { sendsUnpaid } from "#shop/orders/payment/how-to-pay.ts";
import { awaitsOfflinePayment, readPaymentInvoice } from "#shop/orders/payment/offline-payment.ts";
import { canUndoSent } from "#shop/orders/state/apply-correction.ts";
import { disputeOf } from "#shop/orders/state/apply-dispute.ts";
import { uncreditedCents } from "#shop/orders/state/apply-invoice-correction.ts";
import { canUndoPayment } from "#shop/orders/state/apply-payment.ts";
import { paidFor } from "#shop/orders/state/apply-return.ts";
import { actorLabel, describeItems, eventName } from "#shop/orders/state/events.ts";
import { OrderUnknownError } from "#shop/orders/state/order.ts";
import { isOpenReturn } from "#shop/orders/state/return-requests.ts";
import { keptLines, returnedOf } from "#shop/orders/state/returned-items.ts";
import { nextState, type OrderTransition } from "#shop/orders/state/state-machine.ts";
import { deductionRows, sumRows } from "#shop/orders/sums.ts";
import { isOverdue } from "#shop/orders/unpaid-offline-orders.ts";
import { type AdminOrder, readAdminOrder, reservationDetails } from "#shop/orders/views/admin.ts";
import { receiptDetails } from "#shop/orders/views/receipt.ts";
import { wholeOrder } from "#shop/orders/withdrawals/declare-withdrawal.ts";
import { readWithdrawalsOf, type Withdrawal } from "#shop/orders/withdrawals/read-withdrawals.ts";
import type { Shop } from "#shop/shop.ts";
import { readVatChecks } from "#shop/taxes/check-vat-number.ts";
import { dayOf, formatMoment, localDay } from "#shop/values/days.ts";
import { mailtoLink } from "#shop/values/email-address.ts";
import { formatPrice } from "#shop/values/money.ts";
import { correctOrderNumber } from "#shop/values/order-number.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { mayOpen } from "../access/acts.ts";
import { AllowedLink } from "../access/allowed-link.tsx";
import { useAccess } from "../access/use-access.ts";
import { runOrderAction } from "../orders/order-actions.server.ts";
import {
  DisputeBadge,
  FailedRefundBadge,
  OrderStateBadge,
  UnpaidBadge,
  WithdrawnBadge,
} from "../orders/order-badges.tsx";
import { NextForms, OtherForms } from "../orders/order-forms.tsx";
import { OrderItems } from "../orders/order-items.tsx";
import { OrderMails } from "../orders/order-mails.tsx";
import { OrderMessages } from "../orders/order-messages.tsx";
import { readNeighbors } from "../orders/order-neighbors.server.ts";
import { OrderNeighbors } from "../orders/order-neighbors.tsx";
import { Timeline } from "../orders/order-timeline.tsx";
import { FailedRefunds, PendingRefunds } from "../orders/refund-tables.tsx";
import { ReturnRequests } from "../orders/return-requests.tsx";
import { readShownMails } from "../orders/shown-mails.ts";
import { shownReturn, shownReturnForms } from "../orders/shown-returns.ts";
import { VatChecks } from "../orders/vat-checks-table.tsx";
import { shownWithdrawal, Withdrawals } from "../orders/withdrawals.tsx";
import { Alert, Details } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/order-detail";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const order = await readOrder(db, params.orderNumber);
  const { locale } = settings;
  const money = (cents: number) => formatPrice(cents, { currency: order.currency, locale });
  const { history, waitingRefunds, failedRefunds, events, ...fields } = order;
  const kept = keptLines(order);
  const withdrawals = await readWithdrawalsOf(db, order.orderNumber);
  return {
    order: {
      ...fields,
      lines: order.lines.map((line) => ({ ...line, returned: returnedOf(events, line) })),
      keptLines: kept.map((line) => ({ ...line, paidCents: paidFor(order, line) })),
      isOverdue: isOverdue(order, dayOf(now(), settings.timeZone)),
      paymentInvoice: await readPaymentInvoice(db, order.orderNumber),
      unsentParcel: events.findLast(({ step }) => step === "sent"),
      payBy: order.payUntil === null ? undefined : localDay(order.payUntil - 1, settings),
    },
    neighbors: await readNeighbors(context, order.orderNumber, url.searchParams),
    countries: await correctableCountries(db, order),
    details: [
      ...receiptDetails(order, settings).filter(([name]) => name !== "Order number"),
      ...reservationDetails(order, settings),
    ],
    dispute: disputeOf(events),
    ...{ sums: sumRows(order, locale), deductions: deductionRows(order, locale) },
    history: history.map(({ createdAt, actor, ...event }, index) => ({
      ...event,
      name: eventName({ step: event.step, actor }, order.isPickup),
      actor: actorLabel(actor),
      item: describeItems(event, order.lines),
      index,
      when: formatMoment(createdAt, settings),
      link: trackingLink(event.carrier, event.tracking),
    })),
    waitingRefunds: waitingRefunds.map(({ id, amountCents, reason, attempts, lastError }) => ({
      id,
      amount: money(amountCents),
      reason,
      attempts,
      lastError,
    })),
    failedRefunds: failedRefunds.map(({ id, amountCents, outstandingCents, reason, lastError }) => ({
      id,
      amount: money(amountCents),
      outstanding: money(outstandingCents),
      reason,
      lastError,
    })),
    can: allowedActions(order, settings, now()),
    withdrawals: withdrawals.map((row) => shownWithdrawal(row, settings, order)),
    withdrawn: withdrawnPart(withdrawals),
    returns: order.returns.map((request) => shownReturn(order, request, settings)),
    mails: await readShownMails({ db, settings }, order, withdrawals),
    messages: await readShownMessages(context, order.orderNumber),
    vatChecks: (await readVatChecks(db, order)).map(({ checkedAt, ...check }) => ({
      ...check,
      when: formatMoment(checkedAt, settings),
    })),
    ...(await readInvoice(db, order)),
  };
}

/** What people wrote about an order, for staff who may read messages. */
async function readShownMessages(context: Route.LoaderArgs["context"], orderNumber: string) {
  if (!mayOpen(context.get(ownerContext).role, href("/messages"))) return [];
  const { db, settings } = context.get(shopContext);
  const messages = await readMessagesAbout(db, orderNumber);
  return messages.map(({ id, subject, firstName, lastName, submittedAt, doneAt }) => ({
    ...{ id, subject, from: `${firstName} ${lastName}`, isDone: doneAt !== null },
    when: formatMoment(submittedAt, settings),
  }));
}

/** What of an order its customer has withdrawn from, until staff are done with that. */
function withdrawnPart(withdrawals: Withdrawal[]): "whole" | "part" | undefined {
  const open = withdrawals.filter(({ doneAt }) => doneAt === null);
  if (open.length === 0) return undefined;
  return open.some(({ items, content }) => items === null && content === wholeOrder) ? "whole" : "part";
}

/** What staff may do with an order now. */
function allowedActions(order: AdminOrder, settings: Shop["settings"], now: Date) {
  const may = (step: OrderTransition) => nextState(order.state, { step }, order.events) !== undefined;
  const keptCount = keptLines(order).length;
  return {
    send: may("sent") && (order.state !== "awaiting-payment" || sendsUnpaid(order, settings)),
    deliver: may("delivered"),
    return: may("returned") && keptCount > 0,
    returnItem: may("itemReturned") && keptCount > 0,
    cancel: may("cancelled"),
    refund: order.refundableCents > 0 || (may("credited") && order.dueCents > 0),
    capture: (order.reservation?.uncapturedCents ?? 0) > 0,
    close: order.closable !== undefined,
    undoSent: canUndoSent(order, now),
    correctAddress: may("addressCorrected"),
    markPaid: awaitsOfflinePayment(order),
    undoPaid: canUndoPayment(order),
    remind: may("reminded") && order.dueCents > 0,
  };
}

/** Whether an order has documents, and the buyer on its invoice while that can be corrected. */
async function readInvoice(db: Parameters<typeof readAdminOrder>[0], order: AdminOrder) {
  const documents = await readDocuments(db, order.orderNumber);
  const invoice = findCurrentInvoice(documents);
  const invoiceBuyer = uncreditedCents(order) > 0 ? invoice?.buyer : undefined;
  const lackedCurrency = invoiceBuyer && invoice && lacksLocalVat(invoice) ? invoice.localVat?.currency : undefined;
  return { hasInvoice: documents.length > 0, invoiceBuyer, lackedCurrency };
}

async function readOrder(db: Parameters<typeof readAdminOrder>[0], orderNumber: string) {
  try {
    return await readAdminOrder(db, await correctOrderNumber(db, orderNumber));
  } catch (error) {
    throw error instanceof OrderUnknownError ? data(null, 404) : error;
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const fields = textFields(form);
  const file = form.get("label");
  const outcome = await runOrderAction({
    ...{ context, orderNumber: params.orderNumber.toUpperCase(), fields },
    file: file instanceof File && file.size > 0 ? file : undefined,
  });
  const { pathname, search } = new URL(request.url);
  if ("done" in outcome) return redirectWithFlash(context, pathname + search, outcome.done);
  return data({ step: fields.step, ...outcome, fields }, outcome.status);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, details, dispute, sums, history, waitingRefunds, failedRefunds, can, ...rest } = loaderData;
  const { countries, mails, hasInvoice, vatChecks, invoiceBuyer, lackedCurrency, returns, withdrawals } = rest;
  const openReturns = returns.filter(isOpenReturn);
  const { orderNumber } = order;
  const mayChange = useAccess().may("changeOrders");
  const shownForms = new Map(
    Object.entries({
      ...{ ...can, ...shownReturnForms(openReturns, actionData?.fields.returnId) },
      ...{ correctInvoice: invoiceBuyer !== undefined, note: true },
    }),
  );
  const forms = mayChange
    ? { order, countries, can, invoiceBuyer, withdrawn: rest.withdrawn, answer: actionData, returns: openReturns }
    : undefined;
  const hasForm = actionData && shownForms.get(actionData.step ?? "");
  return (
    <Screen
      title={`Order ${orderNumber}`}
      summary={
        <span className="flex flex-wrap gap-1">
          <OrderStateBadge {...order} />
          <UnpaidBadge {...order} />
          {failedRefunds.length > 0 && <FailedRefundBadge />}
          {withdrawals.length > 0 && <WithdrawnBadge />}
          {dispute && <DisputeBadge state={dispute} />}
        </span>
      }
      actions={
        <>
          {hasInvoice && (
            <Button href={`/owner/orders/${orderNumber}/invoice`} look="quiet">
              Invoice
            </Button>
          )}
          {order.state !== "cancelled" && (
            <Button href={`/owner/packing-slips?order=${orderNumber}`} look="quiet">
              Packing slip
            </Button>
          )}
          {rest.neighbors && <OrderNeighbors {...rest.neighbors} />}
        </>
      }
    >
      {actionData && !hasForm && (
        <Alert>
          <p>{actionData.formError}</p>
          <Details details={actionData.changes} />
        </Alert>
      )}
      {lackedCurrency && <LackedCurrency currency={lackedCurrency} />}
      <OrderColumns next={forms && <NextForms {...forms} />}>
        <div className="min-w-0 @min-[60rem]:row-start-2">
          <OrderItems order={order} sums={sums} deductions={rest.deductions} />
          <OrderMessages messages={rest.messages} />
          <Withdrawals orderNumber={orderNumber} withdrawals={withdrawals} state={order.state} returns={returns} />
          <ReturnRequests returns={returns} />
          <FailedRefunds refunds={failedRefunds} />
          <PendingRefunds refunds={waitingRefunds} />
          <Timeline order={order} events={history} />
          <VatChecks checks={vatChecks} />
          <OrderMails mails={mails} canSend={mayChange} />
        </div>
        <div className="min-w-0 @min-[60rem]:col-start-2 @min-[60rem]:row-span-2 @min-[60rem]:row-start-1 print:hidden">
          <Customer order={order} details={details} />
          {forms && <OtherForms {...forms} />}
        </div>
      </OrderColumns>
    </Screen>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** Says that the invoice lacks its VAT in another currency, and how it gets it. */
function LackedCurrency({ currency }: { currency: string }) {
  return (
    <p className="mb-6 max-w-3xl">
      The invoice doesn't show its VAT in {currency}, as there was no exchange rate. Enter the rate of its day under{" "}
      <AllowedLink href="/owner/taxes/rates" className="text-link">
        Exchange rates
      </AllowedLink>
      , then press <i>Correct invoice</i> and leave the buyer as it is.
    </p>
  );
}

function Customer({ order, details }: Pick<Loaded, "order" | "details">) {
  return (
    <Part title="Customer">
      <p>
        <AllowedLink
          href={`/owner${href("/customers/:uid", { uid: order.uid })}`}
          className="font-medium wrap-anywhere"
        >
          {buyerName(order)}
        </AllowedLink>
      </p>
      <p>
        <a href={mailtoLink(order.email)} className="text-link wrap-anywhere">
          {order.email}
        </a>
      </p>
      <dl className="mt-4 grid gap-3 text-sm">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd dir="auto" className="typed-text">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

interface OrderColumnsProps {
  /** What is to be done, first. */
  next: ReactNode;
  children: ReactNode;
}

/** What is to be done and what happened, next to what else can be done. One column where large text leaves the items less than about 36rem. */
function OrderColumns({ next, children }: OrderColumnsProps) {
  return (
    <div className="@container">
      <div className="grid gap-x-10 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem] @min-[60rem]:grid-rows-[auto_1fr]">
        <div className="next-step min-w-0 print:hidden">{next}</div>
        {children}
      </div>
    </div>
  );
}
