import { data, href, Link } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { formatAmount } from "#shop/money.ts";
import { findOrders } from "#shop/orders/find-orders.ts";
import { orderStateNames, orderStates } from "#shop/orders/order-life.ts";
import { shopContext } from "#web/request-context.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { CarrierField } from "../components/carrier-field.tsx";
import { Table } from "../components/data-table.tsx";
import { SelectField, TextField } from "../components/form-fields.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { refundLists } from "../components/order-lists.ts";
import { readOrderQuery, toOrderSearch } from "../components/order-query.server.ts";
import { FailedRefundBadge, OrderStateBadge } from "../components/order-state.tsx";
import { Pager } from "../components/pager.tsx";
import { Screen } from "../components/screen.tsx";
import { NewestOrOldest, SearchForm } from "../components/search-form.tsx";
import { sendOrders } from "../components/send-orders.server.ts";
import { withQuery } from "../components/with-query.ts";
import type { Route } from "./+types/orders";

const ordersPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const query = readOrderQuery(url.searchParams);
  const { orders, next } = await findOrders(db, {
    ...toOrderSearch(query, settings.timeZone),
    limit: ordersPerPage,
  });
  return {
    query,
    next: next && `${next.createdAt}-${next.id}`,
    orders: orders.map(({ createdAt, ...order }) => ({ ...order, placed: formatMoment(createdAt, settings.timeZone) })),
  };
}

/** Marks the chosen orders as sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sent, refused } = await sendOrders(request, context);
  if (refused.length > 0) return data({ sent, refused }, 409);
  return redirectWithNotice(
    new URL(request.url).pathname + new URL(request.url).search,
    `${sent} ${sent === 1 ? "order is" : "orders are"} marked as sent, and ${sent === 1 ? "its customer is" : "their customers are"} told`,
  );
}

export default function Orders({ loaderData: { query, orders, next }, actionData }: Route.ComponentProps) {
  const { after, ...search } = query;
  const canSend = query.state === "paid" && orders.length > 0;
  const table = (
    <Table
      caption="Orders"
      rows={orders}
      keyOf={(order) => order.orderNumber}
      empty="No order is like that."
      room={canSend ? "much" : "some"}
      columns={[
        ...(canSend
          ? [
              {
                name: "Send",
                cell: (order: (typeof orders)[number]) => (
                  <input
                    type="checkbox"
                    name="order"
                    value={order.orderNumber}
                    aria-label={`Send ${order.orderNumber}`}
                    className="block size-5 accent-spruce"
                  />
                ),
              },
            ]
          : []),
        {
          name: "Number",
          isTitle: true,
          cell: ({ orderNumber }) => (
            <Link to={href("/orders/:orderNumber", { orderNumber })} className="text-link font-medium tabular-nums">
              {orderNumber}
            </Link>
          ),
        },
        { name: "Placed", cell: ({ placed }) => <span className="tabular-nums @xs:whitespace-nowrap">{placed}</span> },
        {
          name: "Customer",
          cell: ({ firstname, lastname, email }) => (
            <span className="block @min-[44rem]:min-w-40">
              {firstname} {lastname}
              <span className="block text-sm wrap-anywhere text-soft">{email}</span>
            </span>
          ),
        },
        {
          name: "State",
          cell: ({ state, outstandingCents }) => (
            <span className="inline-flex flex-wrap gap-1">
              <OrderStateBadge state={state} />
              {outstandingCents > 0 && <FailedRefundBadge />}
            </span>
          ),
        },
        { name: "Total", isNumber: true, cell: ({ totalPrice }) => formatAmount(totalPrice) },
        ...(canSend
          ? [
              {
                name: "Tracking",
                cell: (order: (typeof orders)[number]) => (
                  <input
                    type="text"
                    name={`tracking-${order.orderNumber}`}
                    maxLength={60}
                    aria-label={`Tracking code of ${order.orderNumber}`}
                    className="h-11 w-full max-w-60 @4xl:w-40 rounded-lg border border-field bg-raised px-3"
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <Screen
      title="Orders"
      actions={
        <>
          <a href="/owner/pick-list" className="button button-quiet">
            Pick list
          </a>
          <a href={withQuery("/owner/orders.csv", search)} className="button button-quiet">
            Download CSV
          </a>
        </>
      }
    >
      <SearchForm label="Number, name or email" q={query.q} columns="@min-[60rem]:grid-cols-[1fr_repeat(4,10rem)_auto]">
        <SelectField label="State" name="state" defaultValue={query.state ?? ""}>
          <option value="">Any</option>
          {orderStates.map((state) => (
            <option key={state} value={state}>
              {orderStateNames[state]}
            </option>
          ))}
          {Object.entries(refundLists).map(([list, name]) => (
            <option key={list} value={list}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="From" name="from" type="date" defaultValue={query.from} />
        <TextField label="To" name="to" type="date" defaultValue={query.to} />
        <NewestOrOldest sort={query.sort} />
      </SearchForm>
      {actionData && (
        <Alert>
          <p className="font-medium">{actionData.sent} marked as sent; these were not:</p>
          <ul className="mt-1 list-disc pl-5">
            {actionData.refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      {canSend ? (
        <form method="post" action={`#${saidId}`}>
          {table}
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <CarrierField />
            <button type="submit" className="button button-main">
              Mark as sent
            </button>
          </div>
        </form>
      ) : (
        table
      )}
      <Pager label="Pages of orders" path="/owner/orders" query={search} isFirst={after === undefined} next={next} />
    </Screen>
  );
}
