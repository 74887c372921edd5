import { data, href, Link } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { formatPrice } from "#shop/money.ts";
import { trackingLink } from "#shop/orders/carriers.ts";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { type OrderStep, stateAfter } from "#shop/orders/order-life.ts";
import { readOwnersOrder } from "#shop/orders/read-owners-order.ts";
import { receiptFacts, receiptSums } from "#shop/orders/receipt.ts";
import { textFields } from "#shop/validate.ts";
import { shopContext } from "#web/request-context.ts";
import { Picture } from "../../app/components/picture.tsx";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, Details } from "../components/alert.tsx";
import { Table } from "../components/data-table.tsx";
import { eventInWords } from "../components/event-in-words.ts";
import { redirectWithNotice } from "../components/notice.server.ts";
import { OrderForms } from "../components/order-forms.tsx";
import { FailedRefundBadge, OrderStateBadge } from "../components/order-state.tsx";
import { ownersProductAddress } from "../components/products-address.ts";
import { hasSignedInRecently } from "../components/recent-sign-in.server.ts";
import { FailedRefunds, PendingRefunds } from "../components/refund-tables.tsx";
import { Part, Screen } from "../components/screen.tsx";
import { readDraft } from "../components/step-draft.ts";
import { takeStep } from "../components/take-order-step.server.ts";
import type { Route } from "./+types/order";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const order = await readOrder(db, params.orderNumber);
  const { timeZone } = settings;
  const { history, waitingRefunds, failedRefunds, events, ...facts } = order;
  const may = (step: OrderStep) => stateAfter(order.state, step, events) !== undefined;
  return {
    order: facts,
    facts: receiptFacts(order, timeZone).filter(([name]) => name !== "Order number"),
    sums: receiptSums(order),
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
    failedRefunds: failedRefunds.map(({ id, amountCents, outstandingCents, reason, lastError }) => ({
      id,
      amount: formatPrice(amountCents),
      outstanding: formatPrice(outstandingCents),
      reason,
      lastError,
    })),
    can: {
      send: may("sent"),
      deliver: may("delivered"),
      return: may("returned"),
      cancel: may("cancelled"),
      refund: order.refundableCents > 0,
      close: order.closable !== undefined,
    },
    mayMoveMoney: await hasSignedInRecently(request, context),
    draft: readDraft(url.searchParams),
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
  const outcome = await takeStep({ request, context, orderNumber: params.orderNumber.toUpperCase(), fields });
  if ("done" in outcome) return redirectWithNotice(new URL(request.url).pathname, outcome.done);
  return data({ step: fields.step, ...outcome, fields }, outcome.status);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, facts, sums, history, waitingRefunds, failedRefunds, can, mayMoveMoney, draft } = loaderData;
  const { orderNumber } = order;
  const shownForms = new Map(Object.entries({ ...can, note: true }));
  const hasForm = actionData && shownForms.get(actionData.step ?? "");
  return (
    <Screen
      title={`Order ${orderNumber}`}
      summary={
        <span className="flex flex-wrap gap-1">
          <OrderStateBadge state={order.state} />
          {failedRefunds.length > 0 && <FailedRefundBadge />}
        </span>
      }
      actions={
        <a href={`/owner/packing-slips?order=${orderNumber}`} className="button button-quiet">
          Packing slip
        </a>
      }
    >
      {actionData && !hasForm && (
        <Alert>
          <p>{actionData.refused}</p>
          <Details details={actionData.changes} />
        </Alert>
      )}
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
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
                  isTitle: true,
                  cell: ({ title, productId, thumbnail }) => (
                    <span className="flex items-center gap-3">
                      <span className="size-11 shrink-0 overflow-hidden rounded-md bg-furniture">
                        <Picture src={thumbnail} alt="" sizes="2.75rem" largest={400} />
                      </span>
                      <span className="min-w-0">
                        <a href={ownersProductAddress(productId)} className="text-link font-medium wrap-anywhere">
                          {title}
                        </a>
                        <span className="block text-sm wrap-anywhere text-soft">{productId}</span>
                      </span>
                    </span>
                  ),
                },
                { name: "Pieces", isNumber: true, cell: ({ quantity }) => quantity },
                { name: "Price", isNumber: true, cell: ({ priceCents }) => formatPrice(priceCents) },
                { name: "Sum", isNumber: true, cell: ({ priceCents, quantity }) => formatPrice(priceCents * quantity) },
              ]}
            />
            <dl className="mt-3 tabular-nums">
              {sums.map(([name, amount]) => (
                <div key={name} className="flex flex-wrap justify-between gap-x-4 last:font-semibold">
                  <dt>{name}</dt>
                  <dd className="ml-auto">{amount}</dd>
                </div>
              ))}
            </dl>
          </Part>
          <FailedRefunds refunds={failedRefunds} />
          <PendingRefunds refunds={waitingRefunds} />
        </div>
        <div className="min-w-0 lg:row-span-2 print:hidden">
          <OrderForms order={order} can={can} mayMoveMoney={mayMoveMoney} draft={draft} answer={actionData}>
            <Part title="Customer">
              <p>
                <Link to={href("/customers/:uid", { uid: order.uid })} className="text-link font-medium wrap-anywhere">
                  {order.name}
                </Link>
              </p>
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
          </OrderForms>
        </div>
        <div className="min-w-0">
          <Part title="What has happened">
            <Table
              caption="What has happened"
              rows={history}
              keyOf={({ index }) => index}
              room="some"
              empty=""
              columns={[
                {
                  name: "When",
                  cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span>,
                },
                { name: "Step", cell: ({ step }) => eventInWords(step) },
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
        </div>
      </div>
    </Screen>
  );
}
